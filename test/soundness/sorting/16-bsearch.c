// unreach-call: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));

static int order(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

int main(void) {
  int a[5] = { 1, 3, 5, 7, 9 };
  int key = 7, other = 4;
  if (bsearch(&key, a, 5, sizeof *a, order) != a + 3) reach_error();
  if (bsearch(&other, a, 5, sizeof *a, order) != 0) reach_error();
  return 0;
}
