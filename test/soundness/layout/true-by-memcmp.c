// unreach-call: open
#include <string.h>
extern void reach_error(void);

static int a, b;
int main(void) {
  int *p = &a, *q = &b;
  if (memcmp(&p, &q, sizeof p) > 0) reach_error();
  return 0;
}
