// unreach-call: true
#include <stddef.h>
extern void reach_error(void);

struct Node { char tag; short pad; int link; };
int main(void) {
  struct Node n = {'x', 1, 2};
  int *link = &n.link;
  struct Node *back = (struct Node *)((char *)link - offsetof(struct Node, link));
  if (back != &n || back->tag != 'x') reach_error();
  return 0;
}
