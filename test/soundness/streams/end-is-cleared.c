// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  while (fgetc(stdin) != EOF) { }
  clearerr(stdin);
  if (feof(stdin) || ferror(stdin)) reach_error();
  return 0;
}
