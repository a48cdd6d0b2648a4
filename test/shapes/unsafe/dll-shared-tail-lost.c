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
int main(void) {
  D *tail = build();
  D *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->prev = b->prev = 0;
  a->data = b->data = 0;
  a->next = tail;
  b->next = tail;
  while (__VERIFIER_nondet_int()) {
    D *n = malloc(sizeof *n);
    n->data = 3;
    n->prev = 0;
    n->next = a;
    a->prev = n;
    a = n;
  }
  while (a != tail) {
    D *n = a->next;
    free(a);
    a = n;
  }
  destroy(tail);
  return 0;
}
