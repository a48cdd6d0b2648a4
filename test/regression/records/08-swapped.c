// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct s { int a, b; };
int main(void) {
  struct s x = {__VERIFIER_nondet_int(), 1}, y = {2, 3}, t;
  int a = x.a;
  t = x;
  x = y;
  y = t;
  if (x.a != 2 || y.a != a || y.b != 1) reach_error();
  return 0;
}
