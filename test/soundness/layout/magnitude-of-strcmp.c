// unreach-call: open
#include <string.h>
extern void reach_error(void);

int main(void) {
  if (strcmp("a", "c") != -2) reach_error();
  return 0;
}
