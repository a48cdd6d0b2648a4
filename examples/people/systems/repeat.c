/* Copies the first argument: room for the zero at its end is missing. */
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc != 2) return 1;
  char *copy = malloc(strlen(argv[1]));
  if (copy == NULL) return 1;
  strcpy(copy, argv[1]);
  free(copy);
  return 0;
}
