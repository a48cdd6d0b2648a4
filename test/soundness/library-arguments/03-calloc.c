// no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);
extern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1) return 0;
  char *p = calloc(1, n + 1);
  return p == 0;
}
