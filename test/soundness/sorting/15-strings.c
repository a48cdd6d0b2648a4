// unreach-call: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));

extern int strcmp(const char *, const char *);
static int order(const void *a, const void *b) {
  return -strcmp(*(char *const *)a, *(char *const *)b);
}
int main(void) {
  const char *s[3] = { "b", "abc", "c" };
  qsort(s, 3, sizeof *s, order);
  if (s[0][0] != 'c' || s[2][1] != 'b') reach_error();
  return 0;
}
