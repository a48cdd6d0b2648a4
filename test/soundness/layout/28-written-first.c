// unreach-call: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memcpy(void *, const void *, size_t);
extern void *malloc(size_t);
extern void free(void *);

int main(void) {
  int x, a[3];
  x = 2;
  a[x] = x;
  int *p = malloc(sizeof *p);
  *p = a[2];
  if (*p != 2) reach_error();
  return 0;
}
