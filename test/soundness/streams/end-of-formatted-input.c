// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  int x;
  if (scanf("%d", &x) == EOF && !feof(stdin) && !ferror(stdin)) reach_error();
  return 0;
}
