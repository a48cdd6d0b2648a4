// unreach-call: true
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
  struct S s;
  memset(&s, 0, sizeof s);
  if (((char *)&s)[1] != 0) reach_error();
  return 0;
}
