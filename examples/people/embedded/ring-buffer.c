/* A ring buffer whose index goes back to the start one step too late. */
#include <stdint.h>

#define SIZE 8

static uint8_t buffer[SIZE];
static uint8_t head;

static void put(uint8_t byte) {
  buffer[head] = byte;
  head++;
  if (head > SIZE) head = 0;
}

int main(void) {
  for (int i = 0; i < 20; i++) put((uint8_t)i);
  return buffer[0];
}
