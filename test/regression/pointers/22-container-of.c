// TRUE
extern void reach_error(void);

struct item { int key; struct { int link; } node; };
int main(void) {
  struct item item = {42, {1}};
  int *link = &item.node.link;
  struct item *up = (struct item *)((char *)link - __builtin_offsetof(struct item, node));
  if (up->key != 42 || up != &item) reach_error();
  return 0;
}
