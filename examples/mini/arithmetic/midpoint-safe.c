// The difference of two positive numbers never overflows.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int low = __VERIFIER_nondet_int();
  int high = __VERIFIER_nondet_int();
  if (low < 0 || high < low) return 0;
  int middle = low + (high - low) / 2;
  return middle == 0;
}
