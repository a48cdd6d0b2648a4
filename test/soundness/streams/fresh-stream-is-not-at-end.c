// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = fopen("/dev/null", "r");
  if (f != 0 && (feof(f) || ferror(f))) reach_error();
  return 0;
}
