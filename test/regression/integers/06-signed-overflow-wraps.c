// FALSE
// Tasks on reachability expect two's complement.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0 && x + 1 < 0) reach_error();
  return 0;
}
