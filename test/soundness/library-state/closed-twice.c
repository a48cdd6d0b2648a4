// unreach-call: true
#include <unistd.h>
void reach_error(void);
int main(void) {
  if (close(1) == 0 && close(1) == 0) reach_error();
  return 0;
}
