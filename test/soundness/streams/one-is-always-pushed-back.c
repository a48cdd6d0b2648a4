// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  int c = getchar();
  if (c != EOF && ungetc(c, stdin) != c) reach_error();
  return 0;
}
