// unreach-call: open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memset(void *, int, size_t);
extern void *memcpy(void *, const void *, size_t);

struct S {
  char c;
  int i;
};
int main(void) {
  static struct S t;
  struct S s;
  t.c = 1;
  s = t;
  if (((char *)&s)[2] != 0) reach_error();
  return 0;
}
