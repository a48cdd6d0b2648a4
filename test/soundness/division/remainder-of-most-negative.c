// no-overflow: open
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = -2147483647 - 1, y = __VERIFIER_nondet_int();
  if (y == 0) return 0;
  return x % y == 3;
}
