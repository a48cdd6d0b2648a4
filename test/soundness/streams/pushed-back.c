// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  if (ungetc('x', stdin) != 'x') return 0;
  if (fgetc(stdin) != 'x') reach_error();
  return 0;
}
