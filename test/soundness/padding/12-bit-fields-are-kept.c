// unreach-call: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __SIZE_TYPE__ size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memset(void *, int, size_t);
extern void *memcpy(void *, const void *, size_t);

struct B {
  unsigned a : 3;
  unsigned b : 4;
};
int main(void) {
  struct B s = { 5, 9 }, t = s;
  t.a = 2;
  if (t.a != 2 || t.b != 9 || s.a != 5) reach_error();
  return 0;
}
