// unreach-call: true
#include <errno.h>
#include <unistd.h>
void reach_error(void);
int main(void) {
  errno = 0;
  if (close(-1) != 0 && errno <= 0) reach_error();
  return 0;
}
