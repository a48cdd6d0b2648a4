// unreach-call: false
#include <errno.h>
#include <stdlib.h>
void reach_error(void);
int main(void) {
  volatile size_t most = (size_t)-1;
  errno = 0;
  if (calloc(most, 2) == 0 && errno == ENOMEM) reach_error();
  return 0;
}
