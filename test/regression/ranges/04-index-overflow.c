// UNKNOWN [soundness]
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  char a[8] = {0};
  unsigned long i = __VERIFIER_nondet_ulong();
  if (i * 4 < 8) a[i * 4] = a[i] + 1;
  if (a[1] > 1) reach_error();
  return 0;
}
