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
  for (D *t = h; t; t = t->next) t->data = __VERIFIER_nondet_int();
  D *s = 0;
  while (h) {
    D *n = h;
    h = h->next;
    D *p = 0, *q = s;
    while (q && q->data < n->data) {
      p = q;
      q = q->next;
    }
    n->next = q;
    n->prev = p;
    if (q) q->prev = n;
    if (p) p->next = n;
    else s = q;
  }
  destroy_back(s);
  return 0;
}
