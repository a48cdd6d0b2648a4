// unreach-call: true
#include <stdlib.h>
void reach_error(void);
static void handler(void) { reach_error(); }
int main(void) {
  atexit(handler);
  _Exit(0);
}
