// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern void *realloc(void *, unsigned long);

int main(void) {
  int *p = malloc(2 * sizeof *p);
  p[0] = 1;
  p[1] = __VERIFIER_nondet_int();
  int old = p[1];
  p = realloc(p, 5 * sizeof *p);
  if (p[0] != 1 || p[1] != old) reach_error();
  free(p);
  return 0;
}
