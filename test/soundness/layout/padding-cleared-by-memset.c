// unreach-call: true
#include <string.h>
extern void reach_error(void);

struct S { char c; int i; };
int main(void) {
  struct S s;
  memset(&s, 0, sizeof s);
  if (((unsigned char *)&s)[2] != 0) reach_error();
  return 0;
}
