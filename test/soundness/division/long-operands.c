// unreach-call: true; undecided
extern long long __VERIFIER_nondet_longlong(void);
extern void reach_error(void);

int main(void) {
  long long x = __VERIFIER_nondet_longlong();
  if (x < 1 || x > 1000000) return 0;
  if (x * 1000000 / 1000000 != x) reach_error();
  if ((unsigned long long)-x / 2 == (unsigned long long)(-x / 2)) reach_error();
  return 0;
}
