// unreach-call: true, no-overflow: true
extern signed char __VERIFIER_nondet_schar(void);
extern void reach_error(void);

int main(void) {
  signed char a = __VERIFIER_nondet_schar(), b = __VERIFIER_nondet_schar();
  int sum = a + b;
  if (sum > 254 || sum < -256) reach_error();
  a = a + b;
  if (a > 127) reach_error();
  return 0;
}
