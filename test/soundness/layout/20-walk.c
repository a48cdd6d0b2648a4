// unreach-call: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memcpy(void *, const void *, size_t);
extern void *malloc(size_t);
extern void free(void *);

static int a[5] = { 1, 2, 3, 4, 5 };
int main(void) {
  int s = 0;
  for (int *p = a; p != a + 5; p++) s += *p;
  for (int *p = a + 4; p >= a + 1; p--) s += *p;
  if (s != 29 || &a[3] - &a[1] != 2 || &a[1] > &a[2]) reach_error();
  return 0;
}
