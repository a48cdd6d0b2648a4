// unreach-call: true
#include <stdlib.h>
void reach_error(void);
int main(void) {
  for (int i = 0; i < 4; i++) if (rand() < 0 || rand() > RAND_MAX) reach_error();
  return 0;
}
