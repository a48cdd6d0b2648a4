// no-overflow: true
extern int __VERIFIER_nondet_int(void);

static void f() {}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > -10) f(x - 1);
  return 0;
}
