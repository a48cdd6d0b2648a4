// no-overflow: false; inputs: 2147483647; no gcc: folds the operand away before it looks for overflow
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if ((x + 1) || 1) return 0;
  return 0;
}
