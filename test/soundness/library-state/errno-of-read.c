// unreach-call: false
#include <errno.h>
#include <unistd.h>
void reach_error(void);
int main(void) {
  char buffer[2];
  errno = 0;
  if (read(-1, buffer, 2) < 0 && errno == EBADF) reach_error();
  return 0;
}
