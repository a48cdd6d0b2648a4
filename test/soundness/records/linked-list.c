// unreach-call: true
#include <stdlib.h>
extern void reach_error(void);

struct L { struct L *next; int v; };
int main(void) {
  struct L *head = 0;
  for (int i = 0; i < 3; i++) {
    struct L *n = malloc(sizeof *n);
    if (n == 0) return 0;
    n->next = head;
    n->v = i;
    head = n;
  }
  int sum = 0;
  while (head) {
    struct L *n = head;
    sum = sum * 10 + n->v;
    head = n->next;
    free(n);
  }
  if (sum != 210) reach_error();
  return 0;
}
