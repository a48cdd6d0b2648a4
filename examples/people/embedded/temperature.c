/* A sensor's reading becomes tenths of a degree in 16 bits: the middle of the calculation is int. */
#include <assert.h>
#include <stdint.h>

extern int16_t read_sensor(void);

int main(void) {
  int16_t raw = read_sensor();
  int32_t tenths = (int32_t)raw * 10 / 16;
  assert(tenths >= -20480 && tenths <= 20480);
  return 0;
}
