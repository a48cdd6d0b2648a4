// no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);

static int f(int n, ...) { return n; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  f(1, 2, 3 + x);
  return 0;
}
