// unreach-call: false; inputs: 65 66 0
#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
  char a[4];
  for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_char();
  a[3] = 0;
  if (strlen(a) == 2 && a[0] < a[1]) reach_error();
  return 0;
}
