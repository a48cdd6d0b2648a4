// unreach-call: true
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  int *p = malloc(2 * sizeof *p);
  if (p == 0) return 0;
  p[0] = 1;
  p[1] = 2;
  int *q = realloc(p, 3 * sizeof *q);
  if (q == 0) return 0;
  q[2] = 3;
  if (q[0] + q[1] + q[2] != 6) reach_error();
  free(q);
  return 0;
}
