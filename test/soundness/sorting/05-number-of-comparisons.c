// unreach-call: open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));

static int count;
static int order(const void *a, const void *b) {
  count++;
  return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b;
}
int main(void) {
  int a[4] = { 4, 3, 2, 1 };
  qsort(a, 4, sizeof *a, order);
  if (count == 4) reach_error();
  return 0;
}
