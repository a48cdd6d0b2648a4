// unreach-call: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memcpy(void *, const void *, size_t);
extern void *malloc(size_t);
extern void free(void *);

struct S {
  int a, b;
};
int main(void) {
  struct S s = { 1, 2 };
  if ((unsigned long)&((struct S *)0)->b != sizeof(int)) reach_error();
  if ((char *)&s.b - (char *)&s != sizeof(int)) reach_error();
  return 0;
}
