// UNKNOWN [soundness]
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = __VERIFIER_nondet_int() ? (int *)0 : (int *)0;
  *p = 1;
  reach_error();
  return 0;
}
