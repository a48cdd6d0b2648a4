// unreach-call: true
#include <stdatomic.h>
extern void reach_error(void);
_Atomic int g;
volatile _Atomic long h;
atomic_uchar c;
atomic_bool b;

int main(void) {
  atomic_init(&g, 3);
  atomic_init(&h, 4);
  atomic_init(&c, 44);
  atomic_init(&b, 7);
  if (g != 3 || h != 4 || c != 44 || b != 1) reach_error();
  return 0;
}
