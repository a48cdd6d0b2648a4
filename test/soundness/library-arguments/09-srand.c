// unreach-call: true, no-overflow: false; inputs: 50000
extern int __VERIFIER_nondet_int(void);
extern void srand(unsigned);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 50000) return 0;
  srand(x * x);
  return 0;
}
