// unreach-call: true
#include <stddef.h>
extern void reach_error(void);

int main(void) {
  int *p = NULL, *q = (void *)0, *r = '\0';
  char *s = (char *)(1 - 1);
  if (p || q || r || s || p != q) reach_error();
  if (!(&p)) reach_error();
  return 0;
}
