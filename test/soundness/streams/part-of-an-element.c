// unreach-call: false
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = tmpfile();
  int x = 0;
  if (f == 0) return 0;
  fputs("abc", f);
  if (fseek(f, 0, SEEK_SET) != 0) return 0;
  if (fread(&x, 4, 1, f) == 0 && x != 0) reach_error();
  return 0;
}
