// no-overflow: false; inputs: 65536
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 65536) return 0;
  int *p = malloc(n * n * sizeof(int));
  return p == 0;
}
