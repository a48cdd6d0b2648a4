// TRUE
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x < 1.0 && x >= 1.0) reach_error();
  if (x == x && !(x < 1.0) && !(x >= 1.0)) reach_error();
  return 0;
}
