// unreach-call: true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void __attribute__((noreturn)) fail(void) { reach_error(); for (;;) {} }
int main(void) {
  int x = __VERIFIER_nondet_int() & 7;
  assert(x < 8);
  if (x > 7) fail();
  return 0;
}
