// unreach-call: true
#include <stdarg.h>
extern void reach_error(void);

static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int total = 0;
  while (n-- > 0) total += va_arg(list, int);
  va_end(list);
  return total;
}
int main(void) {
  char c = -1;
  if (sum(3, 1, c, (short)5) != 5 || sum(0) != 0) reach_error();
  return 0;
}
