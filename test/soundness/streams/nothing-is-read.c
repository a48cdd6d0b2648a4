// unreach-call: false

// At the end of the input no item is stored.
#include <stdio.h>
void reach_error(void);
int main(void) {
  int x = 5;
  if (scanf("%d", &x) != 1 && x == 5) reach_error();
  return 0;
}
