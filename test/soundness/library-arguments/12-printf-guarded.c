// unreach-call: true, no-overflow: true
extern int __VERIFIER_nondet_int(void);
extern int printf(const char *, ...);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 2147483647) printf("%d\n", x + 1);
  return 0;
}
