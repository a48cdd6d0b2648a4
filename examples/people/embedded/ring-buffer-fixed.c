/* A ring buffer: no byte is ever written outside. */
#include <assert.h>
#include <stdint.h>

#define SIZE 8u

extern uint8_t receive(void);

static uint8_t buffer[SIZE];
static uint8_t head, count;

static int put(uint8_t byte) {
  if (count == SIZE) return 0;
  buffer[head] = byte;
  head = (uint8_t)((head + 1u) % SIZE);
  count++;
  return 1;
}

int main(void) {
  for (int i = 0; i < 20; i++) {
    int done = put(receive());
    assert(done == (i < 8));
  }
  return 0;
}
