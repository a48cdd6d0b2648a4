// UNKNOWN [soundness]
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  int i = (int)x;
  if (i == 7 && i == 8) reach_error();
  return 0;
}
