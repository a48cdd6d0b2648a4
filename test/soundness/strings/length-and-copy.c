// unreach-call: true
#include <string.h>
extern void reach_error(void);

int main(void) {
  char a[8] = "abc", b[8];
  strcpy(b, a);
  strcat(b, "de");
  if (strlen(b) != 5 || strcmp(b, "abcde") != 0 || sizeof a != 8) reach_error();
  if (strchr(b, 'd') != b + 3 || strchr(b, 'x') != 0 || *strchr(b, 0) != 0) reach_error();
  if (strrchr("banana", 'a') - strchr("banana", 'b') < 0) return 0;
  return 0;
}
