// no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int b[4];
  (void)(int (*)[x + 1])b;
  return 0;
}
