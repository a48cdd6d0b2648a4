#include "queue.h"

#include <assert.h>

static int items[CAPACITY];
static int first, count;

void put(int item) {
  assert(count < CAPACITY);
  items[(first + count++) % CAPACITY] = item;
}

int take(void) {
  assert(count > 0);
  int item = items[first];
  first = (first + 1) % CAPACITY;
  count--;
  return item;
}
