void *malloc(__SIZE_TYPE__);
void free(void *);
int __VERIFIER_nondet_int(void);
void *realloc(void *, __SIZE_TYPE__);
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
  if (a) {
    N *n = realloc(a, 2 * sizeof *a);
    n->data = 2;
    a = n;
  }
  destroy(a);
  return 0;
}
