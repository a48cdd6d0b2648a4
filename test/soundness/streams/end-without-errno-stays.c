// unreach-call: true
#include <errno.h>
#include <stdio.h>
void reach_error(void);
int main(void) {
  errno = 0;
  if (getchar() == EOF && errno == 0 && getchar() != EOF) reach_error();
  return 0;
}
