// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct s { int a[3]; char c; };
struct s change(struct s s, int v) {
  s.a[1] = v;
  return s;
}
int main(void) {
  struct s x = {{1, 2, 3}, 'x'};
  struct s y = change(x, __VERIFIER_nondet_int());
  if (x.a[1] != 2 || y.a[0] != 1 || y.a[2] != 3 || y.c != 'x') reach_error();
  if (change(x, 8).a[1] != 8) reach_error();
  return 0;
}
