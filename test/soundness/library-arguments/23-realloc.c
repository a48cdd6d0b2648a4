// no-overflow: false; inputs: 2147483647
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  char *p = malloc(4);
  if (p == 0) return 0;
  char *q = realloc(p, (x + 1) & 7 | 1);
  if (q != 0) free(q);
  return 0;
}
