// unreach-call: true; undecided
#include <stdio.h>
void reach_error(void);
char *gets(char *);
int main(void) {
  char line[100];
  if (feof(stdin)) return 0;
  if (gets(line) == 0 && !feof(stdin) && !ferror(stdin)) reach_error();
  return 0;
}
