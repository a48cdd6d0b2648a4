// unreach-call: true
#include <string.h>
extern void reach_error(void);

int main(void) {
  if (strcmp("a", "c") >= 0 || strcmp("b", "a") <= 0 || strcmp("x", "x") != 0) reach_error();
  if (memcmp("ab", "ac", 2) >= 0 || strncmp("abc", "abd", 2) != 0) reach_error();
  if (strcmp("\x80", "a") <= 0) reach_error();
  return 0;
}
