// no-overflow: false; inputs: 2147483647
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char a[8] = {0}, b[8] = {0};
  int x = __VERIFIER_nondet_int();
  memcpy(a + ((x + 1) & 3), b, 4);
  return a[0];
}
