// UNKNOWN [soundness]
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int z = __VERIFIER_nondet_int();
  int q = 1 / z;
  if (q > 1) reach_error();
  return 0;
}
