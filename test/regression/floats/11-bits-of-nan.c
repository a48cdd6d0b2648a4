// UNKNOWN [soundness]
// The sign of a NaN is unspecified (IEEE 754 6.3): x86 gives a negative one here.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  union { float f; unsigned u; } v;
  float zero = __VERIFIER_nondet_int() ? 0.0f : -0.0f;
  v.f = zero / zero;
  if (v.u >> 31) reach_error();
  return 0;
}
