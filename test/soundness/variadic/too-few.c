// unreach-call: open
#include <stdarg.h>
extern void reach_error(void);

static int first(int n, ...) {
  va_list list;
  va_start(list, n);
  int r = va_arg(list, int);
  va_end(list);
  return r;
}
int main(void) {
  if (first(0) != 0) reach_error();
  return 0;
}
