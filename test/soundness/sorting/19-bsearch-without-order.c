// unreach-call: open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));

static int order(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

int main(void) {
  int a[4] = { 7, 1, 3, 2 };
  int key = 2;
  if (bsearch(&key, a, 4, sizeof *a, order) == 0) reach_error();
  return 0;
}
