// unreach-call: false
#include <errno.h>
#include <unistd.h>
void reach_error(void);
int main(void) {
  errno = 0;
  if (write(-1, "ab", 2) < 0 && errno == EBADF) reach_error();
  return 0;
}
