// no-overflow: false
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));

static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
  int a[4] = { 5, -2, 2147483647, 2147483647 };
  qsort(a, 4, sizeof *a, order);
  return 0;
}
