// unreach-call: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memcpy(void *, const void *, size_t);
extern void *malloc(size_t);
extern void free(void *);

int main(void) {
  int *p = 0, *q = 0;
  if (memcmp(&p, &q, sizeof p) != 0 || *(long *)&p != 0 || (long)p != 0) reach_error();
  return 0;
}
