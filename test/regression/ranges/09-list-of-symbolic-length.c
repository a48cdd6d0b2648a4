// TRUE
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);

struct node { struct node *next; int v; };
int main(void) {
  struct node *head = 0;
  int n = __VERIFIER_nondet_uint() % 4;
  for (int i = 0; i < n; i++) {
    struct node *e = malloc(sizeof *e);
    e->v = i;
    e->next = head;
    head = e;
  }
  int count = 0;
  for (struct node *e = head; e; e = e->next) count++;
  if (count != n) reach_error();
  return 0;
}
