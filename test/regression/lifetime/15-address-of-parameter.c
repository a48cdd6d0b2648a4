// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

void set(int *p) { *p = 9; }
int f(int a) {
  set(&a);
  return a;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x;
  if (f(x) != 9 || x != y) reach_error();
  return 0;
}
