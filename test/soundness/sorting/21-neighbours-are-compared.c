// unreach-call: false
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));

static int order(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  if (x + y == 5 && x * y == 6) reach_error();
  return x < y ? -1 : x > y;
}
int main(void) {
  int a[4] = { 1, 2, 3, 4 };
  qsort(a, 4, sizeof *a, order);
  return 0;
}
