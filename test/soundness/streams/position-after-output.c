// unreach-call: false
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = tmpfile();
  if (f == 0) return 0;
  fputs("abc", f);
  if (ftell(f) == 3) reach_error();
  return 0;
}
