// TRUE
extern void reach_error(void);
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
  long long n = __VERIFIER_nondet_longlong();
  switch (n) {
    case 0x100000000LL: return 0;
    case 0: return 0;
  }
  if (n == 0 || n == 4294967296LL) reach_error();
  return 0;
}
