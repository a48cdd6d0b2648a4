// unreach-call: false
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = fopen("text", "w");
  if (f == 0) return 0;
  fputs("ab", f);
  if (fseek(f, -1, SEEK_CUR) == 0) reach_error();
  return 0;
}
