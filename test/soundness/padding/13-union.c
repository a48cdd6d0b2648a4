// unreach-call: open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memset(void *, int, size_t);
extern void *memcpy(void *, const void *, size_t);

union U {
  char c;
  int i;
};
int main(void) {
  union U u = { 1 };
  if (u.i != 1) reach_error();
  return 0;
}
