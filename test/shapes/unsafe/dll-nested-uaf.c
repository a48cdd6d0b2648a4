void *malloc(__SIZE_TYPE__);
void free(void *);
int __VERIFIER_nondet_int(void);
typedef struct D {
  struct D *next, *prev;
  int data;
} D;
static D *build(void) {
  D *h = 0;
  while (__VERIFIER_nondet_int()) {
    D *n = malloc(sizeof *n);
    n->data = 1;
    n->prev = 0;
    n->next = h;
    if (h) h->prev = n;
    h = n;
  }
  return h;
}
static void destroy(D *h) {
  while (h) {
    D *n = h->next;
    free(h);
    h = n;
  }
}
typedef struct L {
  struct L *next, *prev;
  D *inner;
} L;
int main(void) {
  L *all = 0;
  while (__VERIFIER_nondet_int()) {
    L *l = malloc(sizeof *l);
    l->inner = build();
    l->prev = 0;
    l->next = all;
    if (all) all->prev = l;
    all = l;
  }
  while (all) {
    L *l = all->next;
    free(all);
    destroy(all->inner);
    all = l;
  }
  return 0;
}
