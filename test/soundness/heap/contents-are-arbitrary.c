// unreach-call: false; no gcc: indeterminate values are arbitrary
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  int *p = malloc(sizeof *p);
  if (p == 0) return 0;
  if (*p == 12345) reach_error();
  return 0;
}
