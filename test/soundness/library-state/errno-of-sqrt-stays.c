// unreach-call: true
#include <errno.h>
#include <math.h>
void reach_error(void);
int main(void) {
  volatile double x = 4;
  errno = 0;
  if (sqrt(x) != 2 || errno != 0) reach_error();
  return 0;
}
