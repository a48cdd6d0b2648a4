// TRUE
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 2 || n > 10) return 0;
  char *p = malloc(n);
  p[0] = 1;
  p[n - 1] = 2;
  if (p[0] != 1) reach_error();
  return 0;
}
