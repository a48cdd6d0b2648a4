// unreach-call: true
#include <ctype.h>
extern void reach_error(void);

int main(void) {
  if (!isdigit('7') || isdigit('x') || !isspace(' ') || !isupper('Q')) reach_error();
  return 0;
}
