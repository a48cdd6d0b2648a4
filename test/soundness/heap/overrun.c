// unreach-call: open
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  char *p = malloc(3);
  if (p == 0) return 0;
  p[3] = 1;
  reach_error();
}
