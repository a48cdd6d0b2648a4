// unreach-call: true
#include <math.h>
extern void reach_error(void);

int main(void) {
  if (rint(0.5) != 0 || rint(1.5) != 2 || rint(-2.5) != -2 || floor(-0.5) != -1 || ceil(0.2) != 1) reach_error();
  if (fabs(-3.0) != 3 || round(0.5) != 1 || trunc(-1.7) != -1) reach_error();
  return 0;
}
