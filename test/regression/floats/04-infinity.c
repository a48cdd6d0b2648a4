// FALSE
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > 0 && x + 1.0f == x && x * 2.0f == x) reach_error();
  return 0;
}
