// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  char c;
  if (scanf("%c", &c) == 1 && feof(stdin)) reach_error();
  return 0;
}
