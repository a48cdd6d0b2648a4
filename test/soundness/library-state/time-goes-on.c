// unreach-call: open
#include <time.h>
void reach_error(void);
int main(void) {
  time_t a = time(0);
  time_t b = time(0);
  if (b < a) reach_error();
  return 0;
}
