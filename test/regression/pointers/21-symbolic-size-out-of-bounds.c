// UNKNOWN [soundness]
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 2 || n > 10) return 0;
  char *p = malloc(n);
  p[9] = 1;
  if (p[9] != 1) reach_error();
  return 0;
}
