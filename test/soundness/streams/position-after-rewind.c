// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = fopen("/etc/passwd", "r");
  if (f == 0 || ftell(f) < 0) return 0;
  fgetc(f);
  rewind(f);
  if (ftell(f) != 0 || feof(f) || ferror(f)) reach_error();
  return 0;
}
