// unreach-call: false; no gcc: what the program inherits decides
#include <signal.h>
void reach_error(void);
int main(void) {
  if (signal(SIGHUP, SIG_DFL) == SIG_IGN) reach_error();
  return 0;
}
