// TRUE
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

void fill(int a[], int n, int v) {
  for (int i = 0; i < n; i++) a[i] = v;
}
int main(void) {
  int a[6] = {0};
  int n = __VERIFIER_nondet_uint() % 7;
  fill(a, n, 3);
  int sum = 0;
  for (int i = 0; i < 6; i++) sum += a[i];
  if (sum != 3 * n) reach_error();
  return 0;
}
