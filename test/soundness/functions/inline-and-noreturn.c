// unreach-call: true
#include <stdlib.h>
extern void reach_error(void);

static inline int twice(int x) { return 2 * x; }
static _Noreturn void die(void) { exit(1); }
int main(void) {
  if (twice(3) == 6) die();
  reach_error();
}
