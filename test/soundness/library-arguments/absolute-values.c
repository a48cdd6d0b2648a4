// unreach-call: true, no-overflow: true
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -3 || x > 3) return 0;
  long y = x;
  if (abs(x) < 0 || labs(y) < 0 || llabs(y) < 0) reach_error();
  if (abs(x) != x && abs(x) != -x) reach_error();
  return 0;
}
