// unreach-call: false
#include <errno.h>
#include <unistd.h>
void reach_error(void);
int main(void) {
  errno = 0;
  if (unlink("/no/such/file") != 0 && errno == ENOENT) reach_error();
  return 0;
}
