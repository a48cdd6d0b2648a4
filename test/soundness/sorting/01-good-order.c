// unreach-call: true, no-overflow: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));

static int order(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

int main(void) {
  int a[3] = { __VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int() };
  qsort(a, 3, sizeof *a, order);
  if (a[0] > a[1] || a[1] > a[2]) reach_error();
  return 0;
}
