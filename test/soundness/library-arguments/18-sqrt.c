// no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);
extern double sqrt(double);

int main(void) {
  int x = __VERIFIER_nondet_int();
  double d = sqrt(x + 1);
  return d > 3;
}
