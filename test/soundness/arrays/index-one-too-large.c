// unreach-call: open, no-overflow: open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4] = {0};
  int i = __VERIFIER_nondet_int();
  // The guard lets 4 pass: no element of the array is written then, and nobody knows what is.
  if (i < 0 || i > 4) return 0;
  a[i] = 1;
  if (a[0] > 1) reach_error();
  return 0;
}
