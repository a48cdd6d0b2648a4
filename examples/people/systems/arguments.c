/* The second argument is used although there may be only one. */
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2) return 1;
  return argv[2][0] == '-';
}
