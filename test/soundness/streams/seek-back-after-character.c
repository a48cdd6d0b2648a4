// unreach-call: false
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = fopen("/etc/passwd", "r");
  if (f != 0 && fgetc(f) != EOF && fseek(f, -1, SEEK_CUR) == 0) reach_error();
  return 0;
}
