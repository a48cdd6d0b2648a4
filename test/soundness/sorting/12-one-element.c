// unreach-call: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));

static int order(const void *a, const void *b) {
  reach_error();
  return 0;
}
int main(void) {
  int a[1] = { 3 };
  qsort(a, 1, sizeof *a, order);
  qsort(a, 0, sizeof *a, order);
  return 0;
}
