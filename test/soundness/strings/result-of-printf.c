// unreach-call: true; undecided
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int n = printf("%d", 123);
  if (n != 3 && n >= 0) reach_error();
  return 0;
}
