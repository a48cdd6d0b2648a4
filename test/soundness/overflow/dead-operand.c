// unreach-call: true, no-overflow: true
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x < 2147483647 && x + 1 > 0;
  int z = x == -2147483647 - 1 ? 0 : -x;
  return y + (z == 3) == 5;
}
