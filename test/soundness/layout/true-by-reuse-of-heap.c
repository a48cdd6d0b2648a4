// unreach-call: open
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  char *p = malloc(8);
  __UINTPTR_TYPE__ before = (__UINTPTR_TYPE__)p;
  free(p);
  char *q = malloc(8);
  if ((__UINTPTR_TYPE__)q == before) reach_error();
  free(q);
  return 0;
}
