void *malloc(__SIZE_TYPE__);
void free(void *);
int __VERIFIER_nondet_int(void);
void reach_error(void);
/* Nodes and items have one size, and a list in the same place. */
struct node {
  struct node *next;
  int key;
};
struct item {
  struct node *nodes;
  struct item *next;
};
static struct item *concatenated(struct item *items) {
  struct item *done = 0;
  while (items) {
    struct item *other = items->next;
    struct item *rest = 0;
    if (other) {
      struct node **end = &items->nodes;
      while (*end) end = &(*end)->next;
      *end = other->nodes;
      rest = other->next;
      free(other);
    }
    items->next = done;
    done = items;
    items = rest;
  }
  return done;
}
int main(void) {
  struct item *items = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->next = 0;
    node->key = __VERIFIER_nondet_int();
    struct item *item = malloc(sizeof *item);
    item->nodes = node;
    item->next = items;
    items = item;
  }
  if (!items) return 0;
  while (items->next) items = concatenated(items);
  if (!items->nodes) reach_error();
  struct node *node = items->nodes;
  free(items);
  while (node) {
    struct node *next = node->next;
    free(node);
    node = next;
  }
  return 0;
}
