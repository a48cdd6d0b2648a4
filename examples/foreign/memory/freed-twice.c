// Both ends of the pair own the same block.
#include <stdlib.h>

int main(void) {
  int *first = malloc(sizeof *first);
  int *second = first;
  free(first);
  free(second);
  return 0;
}
