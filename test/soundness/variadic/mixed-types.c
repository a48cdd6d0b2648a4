// unreach-call: true
#include <stdarg.h>
extern void reach_error(void);

struct P { int x, y; };
static double mixed(const char *types, ...) {
  va_list list;
  va_start(list, types);
  double total = 0;
  for (; *types; types++) {
    switch (*types) {
      case 'i': total += va_arg(list, int); break;
      case 'd': total += va_arg(list, double); break;
      case 'l': total += va_arg(list, long long); break;
      case 'p': total += *va_arg(list, int *); break;
      case 's': total += va_arg(list, struct P).y; break;
    }
  }
  va_end(list);
  return total;
}
int main(void) {
  int x = 100;
  struct P p = {1000, 2000};
  if (mixed("idlps", 1, 2.5f, 10ll, &x, p) != 2113.5) reach_error();
  return 0;
}
