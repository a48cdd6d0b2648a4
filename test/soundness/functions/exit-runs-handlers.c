// unreach-call: false
#include <stdlib.h>
extern void reach_error(void);

static int armed;
static void last(void) { if (armed) reach_error(); }
int main(void) {
  atexit(last);
  armed = 1;
  exit(0);
}
