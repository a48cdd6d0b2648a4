// FALSE [precision]
// Reading the indeterminate `x` after the jump may give 5 or not.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int()) goto inside;
  {
    int x = 5;
  inside:
    if (x != 5) reach_error();
  }
  return 0;
}
