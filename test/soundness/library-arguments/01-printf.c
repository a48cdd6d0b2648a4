// unreach-call: true, no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);
extern int printf(const char *, ...);

int main(void) {
  int x = __VERIFIER_nondet_int();
  printf("%d\n", x + 1);
  return 0;
}
