void *malloc(__SIZE_TYPE__);
void free(void *);
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct link {
  struct link *next;
  struct link *prev;
};
struct item {
  int data;
  struct link link;
};
static struct link head;
int main(void) {
  struct item *item;
  struct link *at;
  unsigned long within = (unsigned long)&((struct item *)0)->link;
  head.next = &head;
  head.prev = &head;
  while (__VERIFIER_nondet_int()) {
    item = (struct item *)malloc(sizeof(struct item));
    item->data = 3;
    at = (struct link *)((unsigned long)item + within);
    at->next = head.next;
    at->prev = &head;
    head.next->prev = at;
    head.next = at;
  }
  at = head.next;
  while (1) {
    item = (struct item *)((unsigned long)at - within);
    if ((unsigned long)item + within == (unsigned long)&head) goto done;
    if (item->data != 3) reach_error();
    if ((unsigned long)&at->next - (unsigned long)item != within) reach_error();
    at = at->next;
    head.next = at;
    at->prev = &head;
    free((void *)item);
  }
done:
  return 0;
}
