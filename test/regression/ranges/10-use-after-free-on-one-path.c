// UNKNOWN [soundness]
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

struct node { struct node *next; int v; };
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = b;
  a->v = b->v = 0;
  b->next = 0;
  struct node *x = __VERIFIER_nondet_int() ? a : b;
  free(x);
  if (a->v != 0) reach_error();
  return 0;
}
