// FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int f(int n, int d) {
  if (d == 5 && n == 3) reach_error();
  return d > 8 ? 0 : f(n - 1, d + 1);
}
int main(void) {
  f(__VERIFIER_nondet_int(), 0);
  return 0;
}
