// UNKNOWN [soundness]
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = 0;
  if (__VERIFIER_nondet_int()) *p = 1;
  if (0) reach_error();
  return 0;
}
