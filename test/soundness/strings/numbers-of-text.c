// unreach-call: true; undecided
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  if (atoi("42") != 42 || atoi(" -7x") != -7 || atoi("x") != 0) reach_error();
  if (strtol("0x10", 0, 16) != 16 || strtol("10", 0, 2) != 2) reach_error();
  return 0;
}
