// Euclid by subtraction: the result divides both numbers.
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int a = __VERIFIER_nondet_uint();
  unsigned int b = __VERIFIER_nondet_uint();
  if (a < 1 || a > 8 || b < 1 || b > 8) return 0;
  unsigned int x = a;
  unsigned int y = b;
  while (x != y) {
    if (x > y) x -= y;
    else y -= x;
  }
  if (a % x != 0 || b % x != 0) reach_error();
  return 0;
}
