// unreach-call: false
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));

static int order(const void *a, const void *b) {
  reach_error();
  return *(const char *)a - *(const char *)b;
}
int main(void) {
  char a[2] = { 2, 1 };
  qsort(a, 2, 1, order);
  return 0;
}
