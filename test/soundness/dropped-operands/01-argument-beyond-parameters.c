// no-overflow: false; inputs: -2147483648
extern int __VERIFIER_nondet_int(void);

static void f() {}

int main(void) {
  int x = __VERIFIER_nondet_int();
  f(x - 1);
  return 0;
}
