// TRUE
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x > -100.0 && x < 100.0)) return 0;
  int i = x;
  if (i > x + 1 || i < x - 1) reach_error();
  if (x >= 0 && i > x) reach_error();
  return 0;
}
