// no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);

static int f(int x) { return x + 1; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  f(x);
  return 0;
}
