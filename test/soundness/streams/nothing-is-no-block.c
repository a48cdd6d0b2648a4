// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  char block[4];
  if (fread(block, 0, 4, stdin) != 0 || fread(block, 4, 0, stdin) != 0 || feof(stdin)) reach_error();
  return 0;
}
