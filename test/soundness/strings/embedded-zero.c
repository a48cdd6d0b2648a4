// unreach-call: true
#include <string.h>
extern void reach_error(void);

int main(void) {
  char a[] = "ab\0cd";
  if (sizeof a != 6 || strlen(a) != 2 || a[3] != 'c') reach_error();
  if (memcmp(a, "ab\0ce", 5) >= 0 || strcmp(a, "ab\0ce") != 0) reach_error();
  return 0;
}
