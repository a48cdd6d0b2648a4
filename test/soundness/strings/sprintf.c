// unreach-call: true; undecided
#include <stdio.h>
#include <string.h>
extern void reach_error(void);

int main(void) {
  char a[16];
  int n = sprintf(a, "%d-%s", 42, "x");
  if (n != 4 || strcmp(a, "42-x") != 0) reach_error();
  n = snprintf(a, 3, "%d", 12345);
  if (n != 5 || strcmp(a, "12") != 0) reach_error();
  return 0;
}
