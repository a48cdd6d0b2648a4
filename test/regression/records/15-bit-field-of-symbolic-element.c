// TRUE
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

struct s { unsigned a : 4, b : 4; };
int main(void) {
  struct s t[3] = {{1, 2}, {3, 4}, {5, 6}};
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 2) return 0;
  t[i].a = 0;
  if (t[0].b + t[1].b + t[2].b != 12 || t[0].a + t[1].a + t[2].a > 8) reach_error();
  return 0;
}
