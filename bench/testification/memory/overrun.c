extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void) {
  int *values = malloc(4 * sizeof(int));
  int index = __VERIFIER_nondet_int();
  if (index < 0 || index > 4) return 0;
  values[index] = 7;
  free(values);
  return 0;
}
