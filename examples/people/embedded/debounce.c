/* A counter that nobody resets: after 128 ticks it does not fit any more. */
#include <assert.h>
#include <stdint.h>

extern int button(void);

int main(void) {
  int8_t stable = 0;
  for (int i = 0; i < 200; i++) {
    if (button()) stable++;
    assert(stable >= 0);
  }
  return 0;
}
