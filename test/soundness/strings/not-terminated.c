// unreach-call: open
#include <string.h>
extern void reach_error(void);

int main(void) {
  char a[3] = {'a', 'b', 'c'};
  if (strlen(a) == 3) reach_error();
  return 0;
}
