// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  char block[2];
  ungetc('q', stdin);
  if (fread(block, 1, 2, stdin) > 0 && block[0] != 'q') reach_error();
  return 0;
}
