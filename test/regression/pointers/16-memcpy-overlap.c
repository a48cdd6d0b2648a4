// UNKNOWN [soundness]
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void *memcpy(void *, const void *, unsigned long);

int main(void) {
  char a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 4) return 0;
  memcpy(a + n, a, 4);
  if (a[7] > 8) reach_error();
  return 0;
}
