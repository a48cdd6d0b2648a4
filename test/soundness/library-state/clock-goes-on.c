// LP64 unreach-call: true
#include <time.h>
void reach_error(void);
int main(void) {
  clock_t a = clock();
  clock_t b = clock();
  if (b < a) reach_error();
  return 0;
}
