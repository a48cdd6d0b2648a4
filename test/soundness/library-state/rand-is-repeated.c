// unreach-call: true
#include <stdlib.h>
void reach_error(void);
int main(void) {
  srand(3);
  int a = rand(), b = rand();
  srand(3);
  int c = rand(), d = rand();
  if (a != c || b != d) reach_error();
  return 0;
}
