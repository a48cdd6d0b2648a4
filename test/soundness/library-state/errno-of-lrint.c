// unreach-call: open
#include <errno.h>
#include <math.h>
void reach_error(void);
int main(void) {
  volatile double x = 1e30;
  errno = 0;
  long z = lrint(x);
  if (errno != 0) reach_error();
  return z == 5;
  return 0;
}
