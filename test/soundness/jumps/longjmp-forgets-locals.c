// unreach-call: open
#include <setjmp.h>
extern void reach_error(void);

static jmp_buf place;
int main(void) {
  int changed = 0;
  if (setjmp(place)) {
    if (changed != 5) reach_error();
    return 0;
  }
  changed = 5;
  longjmp(place, 1);
}
