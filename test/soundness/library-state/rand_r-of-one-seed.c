// unreach-call: true; undecided
#include <stdlib.h>
void reach_error(void);
int main(void) {
  unsigned s = 1, t = 1;
  int a = rand_r(&s);
  int b = rand_r(&t);
  if (a != b || s != t) reach_error();
  return 0;
}
