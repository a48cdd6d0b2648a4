// The average without carry is the one computed with more bits.
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int a = __VERIFIER_nondet_uint();
  unsigned int b = __VERIFIER_nondet_uint();
  unsigned int average = (a & b) + ((a ^ b) >> 1);
  unsigned long long wide = ((unsigned long long)a + (unsigned long long)b) / 2;
  if (average != wide) reach_error();
  return 0;
}
