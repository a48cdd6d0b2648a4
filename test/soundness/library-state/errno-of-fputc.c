// unreach-call: false
#include <errno.h>
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = fopen("/dev/null", "r");
  errno = 0;
  if (f != 0 && fputc(65, f) == EOF && errno == EBADF) reach_error();
  return 0;
}
