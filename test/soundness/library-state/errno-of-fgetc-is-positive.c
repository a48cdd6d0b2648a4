// unreach-call: true
#include <errno.h>
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = fopen("/dev/null", "w");
  errno = 0;
  if (f != 0 && fgetc(f) == EOF && errno <= 0) reach_error();
  return 0;
}
