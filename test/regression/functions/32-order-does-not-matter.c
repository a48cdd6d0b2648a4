// TRUE [precision]
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int a, b;
int seta(int x) { a = x & 7; return a; }
int setb(int x) { b = x & 3; return b; }
int main(void) {
  int sum = seta(__VERIFIER_nondet_int()) + setb(__VERIFIER_nondet_int());
  if (sum != a + b || sum > 10) reach_error();
  return 0;
}
