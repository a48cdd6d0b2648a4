// no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  char a[((n + 1) & 3) + 1];
  a[0] = 0;
  return a[0];
}
