// Reversing an array twice changes nothing.
extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);

#define N 6

void reverse(int *a) {
  for (int i = 0; i < N / 2; i++) {
    int t = a[i];
    a[i] = a[N - 1 - i];
    a[N - 1 - i] = t;
  }
}

int main(void) {
  int a[N];
  int before[N];
  for (int i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
    before[i] = a[i];
  }
  reverse(a);
  reverse(a);
  for (int i = 0; i < N; i++) {
    if (a[i] != before[i]) reach_error();
  }
  return 0;
}
