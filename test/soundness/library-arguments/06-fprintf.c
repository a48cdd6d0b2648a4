// unreach-call: true, no-overflow: false; inputs: 1073741824
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  fprintf(stderr, "%s %d\n", "twice", x + x);
  return 0;
}
