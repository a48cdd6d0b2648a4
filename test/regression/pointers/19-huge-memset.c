// UNKNOWN [soundness]
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *memset(void *, int, unsigned long);

int main(void) {
  char a[8];
  if (__VERIFIER_nondet_int()) memset(a, 1, -1);
  if (0) reach_error();
  return 0;
}
