/* A mask for the bit of a pin, whose number comes from a table of settings. */
#include <stdint.h>

extern volatile uint8_t setting;

int main(void) {
  uint8_t pin = setting;
  uint32_t mask = 1 << pin;
  return (int)(mask & 1u);
}
