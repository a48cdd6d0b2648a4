// Squaring gives the same power as repeated multiplication.
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned int __VERIFIER_nondet_uint(void);

unsigned int power(unsigned int base, unsigned int exponent) {
  if (exponent == 0) return 1;
  unsigned int half = power(base, exponent / 2);
  return exponent % 2 == 0 ? half * half : half * half * base;
}

int main(void) {
  unsigned int base = __VERIFIER_nondet_uint() % 4;
  unsigned int exponent = __VERIFIER_nondet_uint() % 6;
  unsigned int expected = 1;
  for (unsigned int i = 0; i < exponent; i++) expected *= base;
  if (power(base, exponent) != expected) reach_error();
  return 0;
}
