// unreach-call: open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memcpy(void *, const void *, size_t);
extern void *malloc(size_t);
extern void free(void *);

static long outer;
static void inner(void) {
  int x;
  if ((long)&x > outer) reach_error();
}
int main(void) {
  int y;
  outer = (long)&y;
  inner();
  return 0;
}
