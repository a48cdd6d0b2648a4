// Mutual recursion with a wrong end: zero is taken for odd.
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned int __VERIFIER_nondet_uint(void);

int is_odd(unsigned int n);

int is_even(unsigned int n) {
  if (n == 0) return 1;
  return is_odd(n - 1);
}

int is_odd(unsigned int n) {
  if (n == 0) return 1;
  return is_even(n - 1);
}

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  if (n > 8) return 0;
  if (is_even(n) != (n % 2 == 0)) reach_error();
  return 0;
}
