// unreach-call: true
#include <string.h>
extern void reach_error(void);

int main(void) {
  char a[6] = "zzzzz", b[3];
  strncpy(a, "x", 4);
  if (a[1] != 0 || a[3] != 0 || a[4] != 'z') reach_error();
  strncpy(b, "abcdef", 3);
  if (b[2] != 'c') reach_error();
  return 0;
}
