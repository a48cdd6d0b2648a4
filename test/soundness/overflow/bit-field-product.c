// no-overflow: false; inputs: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  struct { int x : 20; } s = {__VERIFIER_nondet_int() == 0 ? 400000 : 1};
  return s.x * s.x == 9;
}
