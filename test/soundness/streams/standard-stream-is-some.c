// unreach-call: false
#include <stdio.h>
void reach_error(void);
int main(void) {
  if (stdin != stdout) reach_error();
  return 0;
}
