// One pass of bubble sort does not sort three elements.
extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);

#define N 3

int main(void) {
  int a[N];
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 1; i < N; i++) {
    if (a[i - 1] > a[i]) {
      int t = a[i];
      a[i] = a[i - 1];
      a[i - 1] = t;
    }
  }
  for (int i = 1; i < N; i++) {
    if (a[i - 1] > a[i]) reach_error();
  }
  return 0;
}
