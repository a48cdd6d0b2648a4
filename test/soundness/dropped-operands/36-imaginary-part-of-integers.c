// no-overflow: false; inputs: 2147483647; no gcc: does not instrument complex arithmetic
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  _Complex int z = x * 1i, one = 1i;
  int r = __real__(z + one);
  return r;
  return 0;
}
