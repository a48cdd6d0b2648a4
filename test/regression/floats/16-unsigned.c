// TRUE
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  double d = u;
  if (d < 0 || (unsigned)d != u) reach_error();
  unsigned long long w = 18446744073709551615ull;
  if ((float)w != 18446744073709551616.0f) reach_error();
  return 0;
}
