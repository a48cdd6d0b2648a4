// UNKNOWN [soundness]
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);

int main(void) {
  char *p = malloc(0);
  if (__VERIFIER_nondet_int()) *p = 1;
  if (!p) reach_error();
  return 0;
}
