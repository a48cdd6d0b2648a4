// unreach-call: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memcpy(void *, const void *, size_t);
extern void *malloc(size_t);
extern void free(void *);

static int f(int x) { return x + 1; }
static int g(int x) { return x * 2; }
static int (*const table[2])(int) = { f, g };
int main(void) {
  int (*h)(int) = table[1];
  if (h(4) != 8 || h == f || table[0] != f) reach_error();
  return 0;
}
