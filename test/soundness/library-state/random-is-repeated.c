// unreach-call: true
#include <stdlib.h>
void reach_error(void);
int main(void) {
  srandom(3);
  long a = random();
  srandom(3);
  if (random() != a) reach_error();
  return 0;
}
