// unreach-call: true; undecided
#include <stdio.h>
void reach_error(void);
int main(void) {
  char c;
  if (scanf("%c", &c) == 1 && ftell(stdin) == 0) reach_error();
  return 0;
}
