/* A name that is typed in goes into a small buffer. */
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[32], name[8];
  if (fgets(line, sizeof line, stdin) == NULL) return 1;
  strcpy(name, line);
  printf("Hello %s", name);
  return 0;
}
