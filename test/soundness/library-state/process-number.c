// unreach-call: true
#include <unistd.h>
void reach_error(void);
int main(void) {
  if (getpid() != getpid() || getpid() <= 0) reach_error();
  return 0;
}
