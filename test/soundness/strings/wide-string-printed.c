// unreach-call: true; undecided
#include <stdio.h>
#include <string.h>
#include <wchar.h>
extern void reach_error(void);

int main(void) {
  char text[8];
  snprintf(text, 8, "%ls", L"abc");
  if (strcmp(text, "abc") != 0) reach_error();
  return 0;
}
