// TRUE [precision] [no witness] ILP32
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int common(int a, int b) {
  if (a == b) return a;
  return a > b ? common(a - b, b) : common(a, b - a);
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x <= 0 || y <= 0) return 0;
  if (x % common(x, y) != 0 || y % common(x, y) != 0) reach_error();
  return 0;
}
