// UNKNOWN [soundness]
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void) {
  int *p = malloc(sizeof(int));
  *p = 4;
  if (__VERIFIER_nondet_int()) free(p);
  if (*p != 4) reach_error();
  return 0;
}
