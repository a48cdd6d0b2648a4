// unreach-call: false
#include <errno.h>
void reach_error(void);
int main(void) {
  volatile double x = -1;
  errno = 0;
  double y = __builtin_sqrt(x);
  if (errno == EDOM) reach_error();
  return y > 0;
  return 0;
}
