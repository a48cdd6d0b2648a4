// unreach-call: true; undecided
#include <setjmp.h>
extern void reach_error(void);

static jmp_buf place;
static void leave(int x) { longjmp(place, x); }
int main(void) {
  volatile int times = 0;
  int r = setjmp(place);
  times++;
  if (r == 0) leave(0);
  if (r != 1 || times != 2) reach_error();
  return 0;
}
