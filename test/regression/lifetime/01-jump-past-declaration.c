// FALSE [precision]
// The jump leaves `x` indeterminate: it need not be 1.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  switch (__VERIFIER_nondet_int()) {
    int x;
    case 0:
      x = 1;
    case 1:
      if (x != 1) reach_error();
  }
  return 0;
}
