// unreach-call: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memcpy(void *, const void *, size_t);
extern void *malloc(size_t);
extern void free(void *);

static int a, b;
int main(void) {
  int c, *p = &a, *q = &b, *r = &c;
  if (p == q || p == r || p == 0 || p != &a) reach_error();
  return 0;
}
