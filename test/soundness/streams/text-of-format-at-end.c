// unreach-call: false
#include <stdio.h>
void reach_error(void);
int main(void) {
  if (scanf("abc") == EOF) reach_error();
  return 0;
}
