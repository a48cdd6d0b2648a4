// The smallest number has no positive counterpart.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int absolute = x < 0 ? -x : x;
  return absolute == 0;
}
