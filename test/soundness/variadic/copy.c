// unreach-call: true
#include <stdarg.h>
extern void reach_error(void);

static int both(int n, ...) {
  va_list a, b;
  va_start(a, n);
  int first = va_arg(a, int);
  va_copy(b, a);
  int second = va_arg(a, int), again = va_arg(b, int);
  va_end(b);
  va_end(a);
  return first * 100 + second * 10 + again;
}
int main(void) {
  if (both(2, 1, 2) != 122) reach_error();
  return 0;
}
