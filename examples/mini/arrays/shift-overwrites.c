// Shifting in the wrong direction overwrites what is still needed.
extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);

#define N 5

int main(void) {
  int a[N];
  int before[N];
  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    before[i] = a[i];
  }
  for (int i = 0; i + 1 < N; i++) a[i + 1] = a[i];
  for (int i = 0; i + 1 < N; i++) {
    if (a[i + 1] != before[i]) reach_error();
  }
  return 0;
}
