// The sum of two large numbers wraps around, so the average is too small.
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int a = __VERIFIER_nondet_uint();
  unsigned int b = __VERIFIER_nondet_uint();
  if (a > b) return 0;
  unsigned int average = (a + b) / 2;
  if (average < a || average > b) reach_error();
  return 0;
}
