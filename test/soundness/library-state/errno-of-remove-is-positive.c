// unreach-call: true
#include <errno.h>
#include <stdio.h>
void reach_error(void);
int main(void) {
  errno = 0;
  if (remove("/no/such/file") != 0 && errno <= 0) reach_error();
  return 0;
}
