// unreach-call: true
#include <errno.h>
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = fopen("/etc/passwd", "r");
  if (f == 0) return 0;
  errno = 0;
  if (fputc('a', f) != EOF || errno != EBADF) reach_error();
  return 0;
}
