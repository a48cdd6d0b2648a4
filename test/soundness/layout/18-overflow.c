// no-overflow: open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memcpy(void *, const void *, size_t);
extern void *malloc(size_t);
extern void free(void *);

static int a;
int main(void) {
  int x = (int)(long)&a;
  return x + 1073741824 > 0;
  return 0;
}
