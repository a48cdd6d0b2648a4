// no-overflow: false; inputs: -2147483648
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = -x;
  return y == 5;
}
