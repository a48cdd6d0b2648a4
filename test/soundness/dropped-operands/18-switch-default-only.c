// no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  switch (x + 1) {
    default:
      return 0;
  }
  return 0;
}
