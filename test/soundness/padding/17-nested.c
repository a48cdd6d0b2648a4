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
struct N {
  struct S s;
  short h;
};
int main(void) {
  struct N n = { { 1, 2 }, 3 }, m = n;
  if (memcmp(&n.s, &m.s, sizeof m.s) != 0) reach_error();
  return 0;
}
