// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  int c = getc(stdin);
  if (c != EOF && (feof(stdin) || ferror(stdin))) reach_error();
  return 0;
}
