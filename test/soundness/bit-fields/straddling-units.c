// unreach-call: true
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

struct S { unsigned a : 20; unsigned b : 20; unsigned c : 24; };
int main(void) {
  struct S s = {0xfffff, 0, 0xffffff};
  s.b = __VERIFIER_nondet_uint();
  if (s.a != 0xfffff || s.c != 0xffffff) reach_error();
  if (sizeof(struct S) != 8 && sizeof(struct S) != 12) reach_error();
  return 0;
}
