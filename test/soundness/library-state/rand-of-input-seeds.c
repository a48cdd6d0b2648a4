// unreach-call: true
#include <stdlib.h>
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned s = __VERIFIER_nondet_uint(), t = __VERIFIER_nondet_uint();
  srand(s);
  int a = rand();
  srand(t);
  int b = rand();
  if (s == t && a != b) reach_error();
  return 0;
}
