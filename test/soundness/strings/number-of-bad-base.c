// unreach-call: open
#include <stdlib.h>
extern void reach_error(void);

/* glibc leaves `end` alone; other libraries store the start of the text. */
int main(void) {
  char text[] = "12", *end = 0;
  strtol(text, &end, 1);
  if (end == 0) reach_error();
  return 0;
}
