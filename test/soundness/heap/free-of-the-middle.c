// unreach-call: open
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  char *p = malloc(4);
  free(p + 1);
  reach_error();
}
