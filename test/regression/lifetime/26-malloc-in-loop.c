// TRUE
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);

struct node { struct node *next; int v; };
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 4; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    n->v = i;
    head = n;
  }
  int sum = 0;
  for (struct node *n = head; n; n = n->next) sum = 10 * sum + n->v;
  if (sum != 3210) reach_error();
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
