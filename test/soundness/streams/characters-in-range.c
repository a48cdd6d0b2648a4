// unreach-call: true, no-overflow: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  int c = fgetc(stdin);
  if (c < -1 || c > 255) reach_error();
  clearerr(stdin);
  rewind(stdin);
  return 0;
}
