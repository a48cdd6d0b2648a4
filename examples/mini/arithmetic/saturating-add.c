// Addition that checks first and saturates.
extern int __VERIFIER_nondet_int(void);

int add(int a, int b) {
  if (b > 0 && a > 2147483647 - b) return 2147483647;
  if (b < 0 && a < -2147483647 - 1 - b) return -2147483647 - 1;
  return a + b;
}

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  return add(a, b) == 0;
}
