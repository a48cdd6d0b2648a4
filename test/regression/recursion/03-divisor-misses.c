// FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

/* Stops one step early. */
int common(int a, int b) {
  if (a <= b + 1) return b;
  return common(b, a - b);
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 3 || x > 9) return 0;
  if (x % common(x, 2) != 0) reach_error();
  return 0;
}
