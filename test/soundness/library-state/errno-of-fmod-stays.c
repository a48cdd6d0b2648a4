// unreach-call: true
#include <errno.h>
#include <math.h>
void reach_error(void);
int main(void) {
  volatile double x = 5, y = 3;
  errno = 0;
  if (fmod(x, y) != 2 || errno != 0) reach_error();
  return 0;
}
