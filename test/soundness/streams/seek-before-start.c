// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = fopen("/etc/passwd", "r");
  if (f != 0 && fseek(f, -1, SEEK_SET) == 0) reach_error();
  return 0;
}
