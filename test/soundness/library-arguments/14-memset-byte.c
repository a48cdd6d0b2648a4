// unreach-call: true, no-overflow: false; inputs: 2147483647
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  char a[4];
  int x = __VERIFIER_nondet_int();
  memset(a, x + 1, 4);
  if (a[0] != a[3]) reach_error();
  return 0;
}
