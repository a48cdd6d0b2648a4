// UNKNOWN [soundness]
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  double zero = __VERIFIER_nondet_int() ? 0.0 : -0.0;
  if (__builtin_signbit(zero / zero)) reach_error();
  return 0;
}
