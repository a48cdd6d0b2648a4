// unreach-call: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memcpy(void *, const void *, size_t);
extern void *malloc(size_t);
extern void free(void *);

struct S {
  int *p, *q;
};
static int x = 7, y = 8;
int main(void) {
  struct S s = { &x, &y }, t, u;
  t = s;
  memcpy(&u, &t, sizeof u);
  if (*u.p + *u.q != 15 || u.p != &x) reach_error();
  return 0;
}
