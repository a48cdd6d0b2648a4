// unreach-call: true; undecided
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 3 + 1;
  int *p = calloc(n, sizeof *p);
  if (p == 0) return 0;
  if (p[n - 1] != 0) reach_error();
  free(p);
  return 0;
}
