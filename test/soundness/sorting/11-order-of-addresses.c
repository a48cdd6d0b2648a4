// unreach-call: open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));

static int order(const void *a, const void *b) { return a < b ? -1 : a > b; }
int main(void) {
  int a[3] = { 3, 1, 2 };
  qsort(a, 3, sizeof *a, order);
  if (a[0] == 3) reach_error();
  return 0;
}
