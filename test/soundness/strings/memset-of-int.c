// unreach-call: true
#include <string.h>
extern void reach_error(void);

int main(void) {
  int a[2];
  memset(a, 0x1ff, sizeof a);
  if (a[0] != -1 || a[1] != -1) reach_error();
  memset(a, 1, sizeof(int));
  if (a[0] != 0x01010101) reach_error();
  return 0;
}
