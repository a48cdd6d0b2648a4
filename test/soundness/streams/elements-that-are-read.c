// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  int x[2] = {7, 7};
  if (fread(x, 4, 1, stdin) > 1 || x[1] != 7) reach_error();
  return 0;
}
