// TRUE
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void free(void *);
extern void *calloc(unsigned long, unsigned long);

int main(void) {
  int *p = calloc(3, sizeof *p);
  unsigned i = __VERIFIER_nondet_uint();
  if (i < 3 && p[i] != 0) reach_error();
  free(p);
  return 0;
}
