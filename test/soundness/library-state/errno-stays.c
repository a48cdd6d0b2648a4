// unreach-call: true
#include <errno.h>
#include <stdio.h>
void reach_error(void);
int main(void) {
  errno = 0;
  FILE *f = fopen("/dev/null", "r");
  if (f != 0 && errno != 0) reach_error();
  return 0;
}
