// no-overflow: false; inputs: 31
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), x = 1;
  if (n < 0 || n > 31) return 0;
  return (x << n) == 7;
}
