// unreach-call: true; undecided
#include <stdlib.h>
void reach_error(void);
int main(void) {
  int a = 0, b = 0;
  for (unsigned i = 0; i < 6; i++) { srand(i); a = rand(); }
  srand(5);
  b = rand();
  if (a != b) reach_error();
  return 0;
}
