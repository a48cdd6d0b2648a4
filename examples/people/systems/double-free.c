/* On the way out of an error, a buffer is freed that was freed before. */
#include <stdlib.h>

extern int prepare(int);

int main(void) {
  char *buffer = malloc(16);
  if (buffer == NULL) return 1;
  int code = prepare(1);
  if (code != 0) free(buffer);
  if (code < 0) goto out;
  if (code == 0) free(buffer);
  return 0;
out:
  free(buffer);
  return 1;
}
