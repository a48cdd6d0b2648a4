// unreach-call: true
#include <math.h>
extern void reach_error(void);

int main(void) {
  if (fmod(7.5, 2) != 1.5 || fmod(-7.5, 2) != -1.5 || sqrt(2.25) != 1.5) reach_error();
  if (!isnan(sqrt(-1.0)) || !isinf(1e308 * 10)) reach_error();
  return 0;
}
