// no-overflow: false; inputs: 2147483647
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char a[4];
  int x = __VERIFIER_nondet_int();
  memset(a, 0, (x + 1) & 3);
  return 0;
}
