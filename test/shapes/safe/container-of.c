void *malloc(__SIZE_TYPE__);
void free(void *);
int __VERIFIER_nondet_int(void);
typedef struct link { struct link *next; } link;
typedef struct N { int data; link l; } N;
#define OF(p) ((N *)((char *)(p) - __builtin_offsetof(N, l)))
int main(void) {
  link *h = 0;
  while (__VERIFIER_nondet_int()) {
    N *n = malloc(sizeof *n);
    n->data = 1;
    n->l.next = h;
    h = &n->l;
  }
  int sum = 0;
  for (link *t = h; t; t = t->next) sum += OF(t)->data;
  while (h) {
    link *n = h->next;
    free(OF(h));
    h = n;
  }
  return sum > 5;
}
