// unreach-call: open
#include <stdlib.h>
void reach_error(void);
int main(void) {
  unsigned s = 1;
  if (rand_r(&s) == 476707713) reach_error();
  return 0;
}
