// no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);

static void f(int n, ...) {}

int main(void) {
  int x = __VERIFIER_nondet_int();
  f(1, x + 1);
  return 0;
}
