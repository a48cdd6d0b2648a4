// TRUE [precision] [no witness] ILP32
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

/* A product by repeated addition, also by negative numbers. */
int times(int a, int b) {
  if (b < 0) return times(a, -b);
  if (b == 0) return 0;
  return a + times(a, b - 1);
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < 0 || x > 46340 || y < 0 || y > 46340) return 0;
  if (times(x, y) != times(y, x)) reach_error();
  return 0;
}
