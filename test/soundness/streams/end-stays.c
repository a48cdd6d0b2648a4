// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  if (fgetc(stdin) == EOF && feof(stdin) && getchar() != EOF) reach_error();
  return 0;
}
