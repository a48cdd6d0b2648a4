// unreach-call: false; undecided
#include <setjmp.h>
extern void reach_error(void);

static jmp_buf place;
static void down(int n) { if (n == 0) longjmp(place, 7); down(n - 1); }
int main(void) {
  if (setjmp(place) == 7) reach_error();
  down(4);
  return 0;
}
