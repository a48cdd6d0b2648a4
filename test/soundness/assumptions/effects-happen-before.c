// unreach-call: false; inputs: 4
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), n = 0;
  __VERIFIER_assume(n++ == 0 && x == 4);
  if (n == 1) reach_error();
  return 0;
}
