extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void) {
  void *block = malloc(16);
  void *other = block;
  free(block);
  if (__VERIFIER_nondet_int() > 100) free(other);
  return 0;
}
