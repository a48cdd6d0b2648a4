// unreach-call: true
#include <string.h>
extern void reach_error(void);

int main(void) {
  char a[8] = "abcdef";
  memmove(a + 1, a, 5);
  if (strcmp(a, "aabcde") != 0) reach_error();
  return 0;
}
