/* A ring buffer whose index is masked with the size instead of the size less one. */
#include <stdint.h>

#define SIZE 8

static uint8_t buffer[SIZE];
static uint8_t head;

static void put(uint8_t byte) {
  buffer[head] = byte;
  head = (head + 1) & SIZE;
}

int main(void) {
  for (int i = 0; i < 20; i++) put((uint8_t)i);
  return buffer[SIZE + (head & 0)];
}
