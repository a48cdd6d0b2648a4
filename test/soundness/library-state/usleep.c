// unreach-call: true
#include <unistd.h>
void reach_error(void);
int main(void) {
  int result = usleep(1);
  if (result != 0 && result != -1) reach_error();
  return 0;
}
