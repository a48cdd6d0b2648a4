// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  if (ungetc('a', stdin) != 'a' || ungetc('b', stdin) != 'b') return 0;
  if (getchar() != 'b' || getchar() != 'a') reach_error();
  return 0;
}
