// UNKNOWN [soundness]
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int()) __builtin_unreachable();
  if (0) reach_error();
  return 0;
}
