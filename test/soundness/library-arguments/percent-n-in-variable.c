// unreach-call: false; undecided
#include <stdio.h>
extern void reach_error(void);
char format[] = "abc%n\n";

int main(void) {
  int n = 0;
  fprintf(stdout, format, &n);
  if (n == 3) reach_error();
  return 0;
}
