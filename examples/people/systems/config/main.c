/* Settings of the form name=value: a line without '=' is not expected. */
#include <string.h>

#include "config.h"

int main(void) {
  char line[] = "verbose";
  return value_of(line)[0] == '1';
}
