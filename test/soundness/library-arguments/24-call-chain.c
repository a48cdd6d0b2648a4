// no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);
extern int printf(const char *, ...);
static int show(int value) { return printf("%d\n", value + 1); }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0) x = 0;
  show(x);
  return 0;
}
