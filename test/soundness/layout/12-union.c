// unreach-call: open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memcpy(void *, const void *, size_t);
extern void *malloc(size_t);
extern void free(void *);

union U {
  int *p;
  unsigned char b[sizeof(int *)];
};
static int x;
int main(void) {
  union U u;
  u.p = &x;
  if (u.b[0] & 16) reach_error();
  return 0;
}
