// unreach-call: true, no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0) return 0;
  int middle = (x + 1) / 2 - 1;
  return middle == 7;
}
