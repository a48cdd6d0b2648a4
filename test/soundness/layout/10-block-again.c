// unreach-call: open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memcpy(void *, const void *, size_t);
extern void *malloc(size_t);
extern void free(void *);

int main(void) {
  char *p = malloc(10);
  free(p);
  char *q = malloc(10);
  if (p == q) reach_error();
  return 0;
}
