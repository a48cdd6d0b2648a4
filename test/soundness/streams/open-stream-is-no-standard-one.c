// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = tmpfile();
  if (f != 0 && (f == stdin || f == stdout || f == stderr)) reach_error();
  return 0;
}
