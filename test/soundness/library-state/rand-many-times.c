// unreach-call: true; undecided
#include <stdlib.h>
void reach_error(void);
int main(void) {
  int a = 0, b = 0;
  srand(7);
  for (int i = 0; i < 12; i++) a = rand();
  srand(7);
  for (int i = 0; i < 12; i++) b = rand();
  if (a != b) reach_error();
  return 0;
}
