// unreach-call: true
#include <errno.h>
#include <stdlib.h>
void reach_error(void);
int main(void) {
  errno = 0;
  int *block = calloc(4, sizeof(int));
  if (errno != 0 || block[3] != 0) reach_error();
  free(block);
  return 0;
}
