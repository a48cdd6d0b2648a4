// TRUE
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  int a[10];
  unsigned i = __VERIFIER_nondet_uint() % 10, j = __VERIFIER_nondet_uint() % 10;
  int *p = &a[i], *q = a + j;
  if (p - q != (long)i - (long)j) reach_error();
  if ((p < q) != (i < j) || (p >= q) != (i >= j)) reach_error();
  return 0;
}
