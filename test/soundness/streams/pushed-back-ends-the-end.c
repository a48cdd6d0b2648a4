// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  while (fgetc(stdin) != EOF) { }
  if (ungetc('a', stdin) == 'a' && feof(stdin)) reach_error();
  return 0;
}
