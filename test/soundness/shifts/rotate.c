// unreach-call: true
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static unsigned rotate(unsigned x, unsigned n) { return x << (n & 31) | x >> (-n & 31); }
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  if (rotate(rotate(x, n), 32 - n % 32) != x) reach_error();
  return 0;
}
