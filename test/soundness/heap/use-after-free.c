// unreach-call: open
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  int *p = malloc(sizeof *p);
  if (p == 0) return 0;
  *p = 5;
  free(p);
  if (*p == 5) reach_error();
  return 0;
}
