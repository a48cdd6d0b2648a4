void *malloc(__SIZE_TYPE__);
void free(void *);
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
  struct node *next;
  struct node *prev;
};
static struct node *before(struct node *list) {
  struct node *node = malloc(sizeof *node);
  node->next = list;
  node->prev = 0;
  return node;
}
int main(void) {
  struct node *list = 0, *from, *to, *at;
  do list = before(list); while (__VERIFIER_nondet_int());
  to = list;
  do list = before(list); while (__VERIFIER_nondet_int());
  from = list;
  do list = before(list); while (__VERIFIER_nondet_int());
  for (at = list; at->next; at = at->next) at->next->prev = at;
  for (at = to; at != from; at = at->prev)
    if (!at) reach_error();
  at = list;
  while (at) {
    struct node *next = at->next;
    at->next = at->prev;
    at->prev = next;
    at = next;
  }
  for (at = from; at != to; at = at->prev)
    if (!at) reach_error();
  while (list) {
    struct node *next = list->prev;
    free(list);
    list = next;
  }
  return 0;
}
