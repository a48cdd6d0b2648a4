// unreach-call: false; no gcc: needs input
#include <stdio.h>
void reach_error(void);
int main(void) {
  int count = -7;
  if (scanf("abc%n", &count) == 0 && count == -7) reach_error();
  return 0;
}
