// unreach-call: false
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = tmpfile();
  if (f == 0) return 0;
  if (fwrite("abc", 1, 3, f) != 3) return 0;
  if (ftell(f) == 3) reach_error();
  return 0;
}
