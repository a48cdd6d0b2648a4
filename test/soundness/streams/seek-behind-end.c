// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = fopen("/etc/passwd", "r");
  if (f != 0 && fseek(f, 10, SEEK_END) == 0) {
    long position = ftell(f);
    if (position >= 0 && position < 10) reach_error();
  }
  return 0;
}
