// unreach-call: open, no-overflow: false; inputs: -2147483648 -1

// Undefined for some inputs, and the processor traps: that the error is never reached is no proof.
void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (b < -1 || b >= 0) return 0;
  int q = a / b;
  if (q == 5 && a != -5) reach_error();
  return 0;
}
