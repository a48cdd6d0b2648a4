// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  ungetc(-2, stdin);
  if (fgetc(stdin) != 254) reach_error();
  return 0;
}
