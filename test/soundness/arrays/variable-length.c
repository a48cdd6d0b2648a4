// unreach-call: true
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 4 + 1;
  int a[n];
  for (unsigned i = 0; i < n; i++) a[i] = i;
  n = 100;
  if (sizeof a > 4 * sizeof(int) || a[sizeof a / sizeof a[0] - 1] + 1 != sizeof a / sizeof(int)) reach_error();
  return 0;
}
