// unreach-call: true
#include <unistd.h>
void reach_error(void);
int main(void) {
  if (sleep(0) > 0) reach_error();
  return 0;
}
