// unreach-call: true
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

struct S { unsigned char a : 5, b : 3; };
int main(void) {
  struct S s[4] = {{1, 2}, {3, 4}};
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 3) return 0;
  s[i].b = 7;
  if (s[0].a != 1 || s[1].a != 3 || s[2].a != 0) reach_error();
  if (s[i].b != 7) reach_error();
  return 0;
}
