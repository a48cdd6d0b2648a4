// unreach-call: open
#include <ctype.h>
extern void reach_error(void);

int main(void) {
  if (isalpha('a') == 1) reach_error();
  return 0;
}
