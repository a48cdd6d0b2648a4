// unreach-call: false
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = fopen("/dev/null", "w");
  if (f != 0 && fgetc(f) == EOF && ferror(f)) reach_error();
  return 0;
}
