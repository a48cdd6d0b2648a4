// unreach-call: open
#include <errno.h>
#include <math.h>
void reach_error(void);
int main(void) {
  volatile float x = -1;
  errno = 0;
  float y = sqrtf(x);
  if (errno != EDOM) reach_error();
  return y > 0;
  return 0;
}
