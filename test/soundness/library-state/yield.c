// unreach-call: true
#include <sched.h>
void reach_error(void);
int main(void) {
  if (sched_yield() != 0) reach_error();
  return 0;
}
