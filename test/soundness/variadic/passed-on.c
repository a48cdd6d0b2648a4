// unreach-call: true
#include <stdarg.h>
extern void reach_error(void);

static int take(va_list list) { return va_arg(list, int); }
static int outer(int n, ...) {
  va_list list;
  va_start(list, n);
  int r = take(list);
  va_end(list);
  return r;
}
int main(void) {
  if (outer(1, 42) != 42) reach_error();
  return 0;
}
