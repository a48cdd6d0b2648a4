// unreach-call: true; undecided
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = tmpfile();
  if (f == 0) return 0;
  if (fputs("abc", f) >= 0 && ftell(f) == 1) reach_error();
  return 0;
}
