// unreach-call: open, no-overflow: open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int before = 2;
  int a[4] = {0};
  int i = __VERIFIER_nondet_int();
  // The guard lets -1 pass, where another object may lie.
  if (i < -1 || i > 3) return 0;
  a[i] = 1;
  if (before != 2) reach_error();
  return a[0];
}
