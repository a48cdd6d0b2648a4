// no-overflow: false; inputs: -2147483648; no gcc: it drops what has no effect
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  (void)(x - 1);
  return 0;
}
