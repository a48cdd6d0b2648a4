// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  char line[8];
  ungetc('q', stdin);
  if (fgets(line, 8, stdin) != 0 && line[0] != 'q') reach_error();
  return 0;
}
