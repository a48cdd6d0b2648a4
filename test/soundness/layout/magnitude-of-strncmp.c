// unreach-call: open
#include <string.h>
extern void reach_error(void);

int main(void) {
  if (strncmp("az", "cz", 2) != -1) reach_error();
  return 0;
}
