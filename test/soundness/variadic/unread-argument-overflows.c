// no-overflow: false; inputs: 2147483647; undecided
extern int __VERIFIER_nondet_int(void);

static int ignore(int n, ...) { return n; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  return ignore(0, x + 1);
}
