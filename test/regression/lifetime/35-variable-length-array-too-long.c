// TRUE [precision] ILP32
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

/* The product of length and size would wrap around to the size of a small array: there is no such object. */
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 << 29) return 0;
  long long a[n];
  a[n - 1] = 1;
  if (n > 0) reach_error();
  return 0;
}
