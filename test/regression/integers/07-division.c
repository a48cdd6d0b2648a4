// TRUE
extern void reach_error(void);
extern signed char __VERIFIER_nondet_schar(void);

int main(void) {
  int a = __VERIFIER_nondet_schar(), b = __VERIFIER_nondet_schar();
  if (b == 0) return 0;
  int q = a / b, r = a % b;
  if (q * b + r != a) reach_error();
  if (r != 0 && (r < 0) != (a < 0)) reach_error();
  return 0;
}
