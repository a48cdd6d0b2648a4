// unreach-call: false
#include <stdio.h>
void reach_error(void);
int main(void) {
  FILE *f = fopen("/no/such/file", "r");
  if (f == 0) reach_error();
  return 0;
}
