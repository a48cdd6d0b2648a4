/* The check for enough room overflows itself. */
#include <stdio.h>

#define ROOM 64

int main(void) {
  int offset, length;
  if (scanf("%d %d", &offset, &length) != 2) return 1;
  if (offset < 0 || length < 0) return 1;
  if (offset + length > ROOM) return 1;
  return 0;
}
