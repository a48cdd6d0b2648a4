// FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int f(int x) { return x > 100 ? x - 10 : f(f(x + 11)); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 95) return 0;
  if (f(x) != 91) reach_error();
  return 0;
}
