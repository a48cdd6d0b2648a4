// TRUE [precision]
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  if (f(n) < 0) reach_error();
  return 0;
}
