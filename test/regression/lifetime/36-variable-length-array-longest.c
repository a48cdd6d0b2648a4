// FALSE [precision] [no witness] ILP32
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 3 || n > 5) return 0;
  long long a[n];
  a[n - 1] = n;
  if (a[n - 1] == 5) reach_error();
  return 0;
}
