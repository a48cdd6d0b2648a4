// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  if (ungetc(EOF, stdin) != EOF) reach_error();
  return 0;
}
