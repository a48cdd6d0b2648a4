/* A queue in a file of its own; more is taken out than was put in. */
#include "queue.h"

int main(void) {
  put(1);
  put(2);
  return take() + take() + take();
}
