// unreach-call: open
#include <string.h>
extern void reach_error(void);

int main(void) {
  char a[8] = "abcdef";
  memcpy(a + 1, a, 5);
  if (a[2] == 'b') reach_error();
  return 0;
}
