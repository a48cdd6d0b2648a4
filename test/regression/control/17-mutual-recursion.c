// TRUE
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int odd(unsigned n);
int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() & 7;
  if (even(n) != !(n & 1)) reach_error();
  return 0;
}
