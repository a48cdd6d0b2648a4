// unreach-call: open
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  char *p = malloc(8), *q = malloc(8);
  if (p == 0 || q == 0) return 0;
  if (q < p) reach_error();
  free(p);
  free(q);
  return 0;
}
