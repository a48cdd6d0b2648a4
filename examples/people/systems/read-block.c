/* A header says how long the block behind it is. */
#include <unistd.h>

int main(void) {
  unsigned char header[2], block[64];
  if (read(0, header, sizeof header) != (long)sizeof header) return 1;
  unsigned length = header[0];
  unsigned sum = 0;
  for (unsigned i = 0; i < length; i++) {
    block[i] = header[1];
    sum += block[i];
  }
  return (int)(sum & 1u);
}
