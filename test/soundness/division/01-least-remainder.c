// unreach-call: open, no-overflow: open
// The quotient does not fit (C11 6.5.5p6): x86 traps at the remainder.
#include <limits.h>
int main(void) {
  int a = INT_MIN;
  int b = -1;
  return a % b;
}
