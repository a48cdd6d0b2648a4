// no-overflow: false; inputs: 2147483647
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char a[16];
  int x = __VERIFIER_nondet_int();
  snprintf(a, sizeof a, "%d", x + 1);
  return 0;
}
