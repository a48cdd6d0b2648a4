// unreach-call: open
#include <string.h>
extern void reach_error(void);

int main(void) {
  if (memcmp("a", "c", 1) != -1) reach_error();
  return 0;
}
