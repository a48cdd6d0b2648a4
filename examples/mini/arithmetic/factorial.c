// The factorial of 13 does not fit into 32 bits.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 13) return 0;
  int factorial = 1;
  for (int i = 2; i <= n; i++) factorial *= i;
  return factorial == 0;
}
