// unreach-call: false
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = fopen("/dev/null", "r");
  if (f != 0 && fgetc(f) == EOF && feof(f)) reach_error();
  return 0;
}
