#include "config.h"

#include <string.h>

const char *value_of(char *line) {
  char *equals = strchr(line, '=');
  *equals = 0;
  return equals + 1;
}
