/* A traffic light: red and green are never on together. */
#include <assert.h>

enum state { RED, RED_YELLOW, GREEN, YELLOW };

extern int tick(void);

int main(void) {
  enum state state = RED;
  int red = 1, green = 0;
  while (tick()) {
    switch (state) {
      case RED: state = RED_YELLOW; break;
      case RED_YELLOW: state = GREEN; red = 0; green = 1; break;
      case GREEN: state = YELLOW; green = 0; break;
      case YELLOW: state = RED; red = 1; break;
    }
    assert(!(red && green));
  }
  return 0;
}
