// unreach-call: true, no-overflow: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), sum;
  if (__builtin_add_overflow(x, 1, &sum)) {
    if (x != 2147483647 || sum != -2147483647 - 1) reach_error();
  } else if (sum <= x) reach_error();
  unsigned char c;
  if (!__builtin_mul_overflow(16, 16, &c) || c != 0) reach_error();
  if (__builtin_sub_overflow(3u, 2, &c) || c != 1) reach_error();
  return 0;
}
