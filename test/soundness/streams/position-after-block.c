// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = tmpfile();
  if (f == 0) return 0;
  if (fwrite("abc", 1, 3, f) != 3 || fputc('d', f) == EOF || fflush(f) != 0) return 0;
  long position = ftell(f);
  if (position != 4 && position != -1) reach_error();
  return 0;
}
