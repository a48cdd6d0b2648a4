// unreach-call: true, no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x + 1);
  return 0;
}
