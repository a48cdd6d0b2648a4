// unreach-call: true
#include <stdio.h>
void reach_error(void);
int main(void) {
  for (int i = 0; i < 12; i++) {
    FILE *f = fopen("/dev/null", "r");
    if (f == 0) return 0;
    if (feof(f)) reach_error();
    fclose(f);
  }
  return 0;
}
