// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  char line[4] = "";
  if (fgets(line, 4, stdin) == 0) return 0;
  if (line[0] == '\n' && feof(stdin)) reach_error();
  return 0;
}
