/* A table for CRC-8 is read with a byte that may be negative. */
#include <stdint.h>

static const uint8_t table[256] = {0, 7, 14, 9};

int main(void) {
  char message[4];
  uint8_t crc = 0;
  for (int i = 0; i < 4; i++) crc = table[message[i]] ^ crc;
  return crc;
}
