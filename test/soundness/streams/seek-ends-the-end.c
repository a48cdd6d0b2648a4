// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = fopen("/dev/null", "r");
  if (f == 0 || fgetc(f) != EOF) return 0;
  if (fseek(f, 0, SEEK_SET) == 0 && feof(f)) reach_error();
  return 0;
}
