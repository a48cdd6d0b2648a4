// unreach-call: false; no gcc: needs input
#include <stdio.h>
void reach_error(void);
int main(void) {
  int x;
  if (scanf("%d", &x) == 1 && feof(stdin)) reach_error();
  return 0;
}
