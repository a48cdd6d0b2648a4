void *malloc(__SIZE_TYPE__);
void free(void *);
int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
static void destroy(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}
int main(void) {
  struct node *low = 0, *high = 0;
  int border = __VERIFIER_nondet_int();
  while (__VERIFIER_nondet_int()) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->value = __VERIFIER_nondet_int();
    struct node **list = fresh->value < border ? &low : &high;
    fresh->next = border ? high : *list;
    *list = fresh;
  }
  destroy(low);
  destroy(high);
  return 0;
}
