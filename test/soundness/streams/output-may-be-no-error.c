// unreach-call: false; undecided
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = fopen("/dev/null", "w");
  if (f != 0 && fputc('a', f) == 'a' && !ferror(f)) reach_error();
  return 0;
}
