// unreach-call: true
#include <signal.h>
void reach_error(void);
int main(void) {
  if (signal(65, SIG_IGN) != SIG_ERR || signal(SIGKILL, SIG_IGN) != SIG_ERR) reach_error();
  return 0;
}
