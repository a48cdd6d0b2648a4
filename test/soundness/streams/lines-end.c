// unreach-call: true, no-overflow: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  char line[3] = {'x', 'x', 'x'};
  if (fgets(line, 3, stdin) != 0 && line[0] != 0 && line[1] != 0 && line[2] != 0) reach_error();
  return 0;
}
