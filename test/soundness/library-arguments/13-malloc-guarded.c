// no-overflow: true
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);
extern void free(void *);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 536870911) return 0;
  int *p = malloc(n * (int)sizeof(int));
  if (p == 0) return 0;
  p[0] = 1;
  free(p);
  return 0;
}
