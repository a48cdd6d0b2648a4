// unreach-call: true, no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = malloc(n * (int)sizeof(int));
  return p == 0;
}
