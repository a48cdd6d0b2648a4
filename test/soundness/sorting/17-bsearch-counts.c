// unreach-call: open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));

static int count;
static int order(const void *a, const void *b) {
  count++;
  return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b;
}
int main(void) {
  int a[5] = { 1, 3, 5, 7, 9 };
  int key = 9;
  bsearch(&key, a, 5, sizeof *a, order);
  if (count < 3) reach_error();
  return 0;
}
