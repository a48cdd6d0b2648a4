// no-overflow: false; inputs: 131072
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 131072 || x > 131073) return 0;
  // 2 to the power of 33, or a little more: 33 bits hold no trace of the overflow.
  int y = x * 65536;
  return y == 0;
}
