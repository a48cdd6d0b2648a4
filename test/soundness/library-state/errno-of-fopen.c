// unreach-call: false
#include <errno.h>
#include <stdio.h>
void reach_error(void);
int main(void) {
  errno = 0;
  if (fopen("/no/such/file", "r") == 0 && errno == ENOENT) reach_error();
  return 0;
}
