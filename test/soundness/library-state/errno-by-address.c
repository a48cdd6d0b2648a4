// unreach-call: true
#include <stdio.h>
void reach_error(void);
extern int *__errno_location(void);
int main(void) {
  *__errno_location() = 0;
  if (remove("/no/such/file") == 0 && *__errno_location() != 0) reach_error();
  return 0;
}
