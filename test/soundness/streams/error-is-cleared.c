// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = fopen("/dev/null", "w");
  if (f == 0) return 0;
  if (fgetc(f) != EOF || !ferror(f)) reach_error();
  clearerr(f);
  if (ferror(f)) reach_error();
  return 0;
}
