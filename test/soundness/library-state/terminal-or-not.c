// unreach-call: true
#include <unistd.h>
void reach_error(void);
int main(void) {
  int a = isatty(0);
  int b = isatty(0);
  if (a != b) reach_error();
  return 0;
}
