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
  N *a = build();
  if (!a) return 0;
  N *t = a;
  while (t->next) t = t->next;
  t->next = a;
  t = a->next;
  while (t != a) {
    N *n = t->next;
    free(t);
    t = n;
  }
  free(a);
  return 0;
}
