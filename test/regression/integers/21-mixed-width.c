// FALSE ILP32
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);

int main(void) {
  long x = __VERIFIER_nondet_long();
  unsigned y = __VERIFIER_nondet_uint();
  if (x < 0 && y == 5 && x > y) reach_error();
  return 0;
}
