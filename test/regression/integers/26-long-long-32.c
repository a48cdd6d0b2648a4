// TRUE ILP32
extern void reach_error(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned long long x = __VERIFIER_nondet_ulonglong();
  unsigned hi = x >> 32, lo = x;
  if (((unsigned long long)hi << 32 | lo) != x) reach_error();
  long long y = (long long)x;
  if (y < 0 && (int)hi >= 0) reach_error();
  return 0;
}
