// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4) return 0;
  int a[n];
  for (int i = 0; i < n; i++) a[i] = i;
  if (a[n - 1] != n - 1 || sizeof a != n * sizeof(int)) reach_error();
  return 0;
}
