// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = fopen("/etc/passwd", "r");
  if (f == 0 || fgetc(f) == EOF) return 0;
  long at = ftell(f);
  if (at != 1 && at != -1) reach_error();
  return 0;
}
