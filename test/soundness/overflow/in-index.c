// no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[2] = {0, 0}, x = __VERIFIER_nondet_int();
  return a[(x + 1) & 1];
}
