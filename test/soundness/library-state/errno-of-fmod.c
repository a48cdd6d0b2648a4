// unreach-call: false
#include <errno.h>
#include <math.h>
void reach_error(void);
int main(void) {
  volatile double x = 1, y = 0;
  errno = 0;
  double z = fmod(x, y);
  if (errno == EDOM) reach_error();
  return z > 0;
  return 0;
}
