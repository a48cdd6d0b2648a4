// unreach-call: false
#include <errno.h>
#include <float.h>
#include <math.h>
void reach_error(void);
int main(void) {
  volatile double x = DBL_MAX, y = -DBL_MAX;
  errno = 0;
  double z = fdim(x, y);
  if (errno == ERANGE) reach_error();
  return z < 0;
  return 0;
}
