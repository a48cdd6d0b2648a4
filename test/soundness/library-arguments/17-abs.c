// no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);
extern int abs(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0) return 0;
  return abs(x + 1) == 3;
}
