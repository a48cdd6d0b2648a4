// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *a = fopen("/dev/null", "r");
  FILE *b = fopen("/dev/null", "r");
  if (a == 0 || b == 0) return 0;
  fgetc(a);
  if (feof(b) || ferror(b)) reach_error();
  return 0;
}
