// unreach-call: open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));

struct E { int key, value; };
static int order(const void *a, const void *b) {
  int x = ((const struct E *)a)->key, y = ((const struct E *)b)->key;
  return x < y ? -1 : x > y;
}
int main(void) {
  struct E e[3] = { { 1, 10 }, { 0, 20 }, { 1, 30 } };
  qsort(e, 3, sizeof *e, order);
  if (e[1].value != 10) reach_error();
  return 0;
}
