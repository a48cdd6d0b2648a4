// UNKNOWN [soundness]
// Beyond the array, though inside of the record: C leaves it undefined.
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);

struct s { int a[2]; int b; };
int main(void) {
  struct s s = {{1, 2}, 3};
  int *p = (int *)malloc(8);
  p[__VERIFIER_nondet_uint() % 3] = 1;
  if (s.b != 3) reach_error();
  return 0;
}
