// unreach-call: false
#include <stdlib.h>
void reach_error(void);
int main(void) {
  srand(3);
  int a = rand();
  srand(4);
  if (rand() != a) reach_error();
  return 0;
}
