// unreach-call: false
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *a = fopen("/dev/null", "r");
  FILE *b = fopen("/dev/null", "r");
  if (a != 0 && b != 0 && a != b) reach_error();
  return 0;
}
