// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  char block[4];
  if (fread(block, 1, 4, stdin) < 4 && !feof(stdin) && !ferror(stdin)) reach_error();
  return 0;
}
