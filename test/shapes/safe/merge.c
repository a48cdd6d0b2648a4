void *malloc(__SIZE_TYPE__);
void free(void *);
int __VERIFIER_nondet_int(void);
typedef struct N {
  struct N *next;
  int data;
} N;
static N *build(void) {
  N *h = 0;
  while (__VERIFIER_nondet_int()) {
    N *n = malloc(sizeof *n);
    n->next = h;
    n->data = 1;
    h = n;
  }
  return h;
}
static void destroy(N *h) {
  while (h) {
    N *n = h->next;
    free(h);
    h = n;
  }
}
int main(void) {
  N *a = build(), *b = build();
  N *r = 0, **p = &r;
  while (a && b) {
    if (__VERIFIER_nondet_int()) { *p = a; a = a->next; }
    else { *p = b; b = b->next; }
    p = &(*p)->next;
  }
  *p = a ? a : b;
  destroy(r);
  return 0;
}
