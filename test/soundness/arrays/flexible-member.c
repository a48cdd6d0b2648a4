// unreach-call: true
#include <stdlib.h>
extern void reach_error(void);

struct S { int n; char data[]; };
int main(void) {
  if (sizeof(struct S) != sizeof(int)) reach_error();
  struct S *s = malloc(sizeof *s + 4);
  if (s == 0) return 0;
  s->n = 4;
  for (int i = 0; i < s->n; i++) s->data[i] = i;
  if (s->data[3] != 3 || s->n != 4) reach_error();
  free(s);
  return 0;
}
