// unreach-call: false
#include <stdlib.h>
void reach_error(void);
static int n;
static void first(void) { n++; }
static void last(void) { if (n == 1) reach_error(); }
int main(void) {
  atexit(last);
  atexit(first);
  exit(0);
}
