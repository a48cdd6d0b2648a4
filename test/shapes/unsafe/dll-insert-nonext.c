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
static void destroy_back(D *h) {
  D *t = h;
  while (t && t->next) t = t->next;
  while (t) {
    D *p = t->prev;
    free(t);
    t = p;
  }
}
int main(void) {
  D *h = build();
  D *t = h;
  while (t && __VERIFIER_nondet_int()) t = t->next;
  if (t) {
    D *n = malloc(sizeof *n);
    n->data = 2;
    n->prev = t;
    n->next = t;
    if (t->next) t->next->prev = n;
    t->next = n;
  }
  destroy_back(h);
  return 0;
}
