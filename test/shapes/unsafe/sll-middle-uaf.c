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
  int *p = 0;
  for (N *t = a; t; t = t->next) if (__VERIFIER_nondet_int()) p = &t->data;
  if (p) *p = 7;
  int sum = 0;
  for (N *t = a; t; t = t->next) sum += t->data;
  destroy(a); if (p) *p = 8;
  return sum > 7;
}
