// unreach-call: true
#include <errno.h>
#include <signal.h>
void reach_error(void);
int main(void) {
  errno = 0;
  if (signal(-1, SIG_IGN) == SIG_ERR && errno <= 0) reach_error();
  return 0;
}
