// The recursive greatest common divisor divides both numbers.
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned int __VERIFIER_nondet_uint(void);

unsigned int gcd(unsigned int a, unsigned int b) {
  if (b == 0) return a;
  return gcd(b, a % b);
}

int main(void) {
  unsigned int a = __VERIFIER_nondet_uint();
  unsigned int b = __VERIFIER_nondet_uint();
  if (a < 1 || a > 6 || b < 1 || b > 6) return 0;
  unsigned int d = gcd(a, b);
  if (a % d != 0 || b % d != 0) reach_error();
  return 0;
}
