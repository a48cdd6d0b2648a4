// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct s { int a, b; };
int main(void) {
  struct s x[2] = {{1, 2}, {3, 4}};
  struct s *p = &x[__VERIFIER_nondet_int() & 1];
  x[0] = *p;
  if (x[0].b - x[0].a != 1) reach_error();
  return 0;
}
