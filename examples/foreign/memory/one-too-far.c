// The terminating zero is written behind the buffer.
#include <stdlib.h>

int main(void) {
  char *buffer = malloc(8);
  if (buffer == NULL) return 1;
  for (int i = 0; i < 8; i++) buffer[i] = 'x';
  buffer[8] = 0;
  free(buffer);
  return 0;
}
