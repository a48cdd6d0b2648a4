// unreach-call: true
#include <stdlib.h>
void reach_error(void);
int main(void) {
  int a = rand();
  srand(1);
  if (rand() != a) reach_error();
  return 0;
}
