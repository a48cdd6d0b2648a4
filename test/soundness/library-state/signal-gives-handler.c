// unreach-call: true
#include <signal.h>
void reach_error(void);
int main(void) {
  signal(SIGUSR1, SIG_IGN);
  if (signal(SIGUSR1, SIG_DFL) != SIG_IGN) reach_error();
  return 0;
}
