// TRUE
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float f = __VERIFIER_nondet_float();
  int n = 0;
  if (f) n = 1;
  if (!f != !n) reach_error();
  _Bool b = f;
  if (b != n) reach_error();
  return 0;
}
