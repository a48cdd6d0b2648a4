// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct s { int *p; int v; };
int main(void) {
  int a = 1, b = 2;
  struct s x = {&a, 1}, y = {&b, 2};
  struct s z = __VERIFIER_nondet_int() ? x : y;
  *z.p = 10;
  if (z.v == 1 && (a != 10 || b != 2)) reach_error();
  if (z.v == 2 && (b != 10 || a != 1)) reach_error();
  return 0;
}
