// unreach-call: true
#include <time.h>
void reach_error(void);
int main(void) {
  time_t b;
  time_t a = time(&b);
  if (b != a) reach_error();
  return 0;
}
