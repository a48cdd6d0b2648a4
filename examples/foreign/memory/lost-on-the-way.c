// The second block replaces the only pointer to the first one.
#include <stdlib.h>

int main(void) {
  int *block = malloc(4);
  block = malloc(8);
  free(block);
  return 0;
}
