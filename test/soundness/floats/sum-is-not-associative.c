// unreach-call: false; no gcc: inputs are bit patterns
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
  if (!(a > -100 && a < 100 && b > -100 && b < 100)) return 0;
  if (a + b - b != a) reach_error();
  return 0;
}
