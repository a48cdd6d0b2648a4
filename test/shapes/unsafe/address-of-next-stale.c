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
  N **p = &a;
  while (*p) {
    if (__VERIFIER_nondet_int()) {
      N *dead = *p;
      p = &dead->next; free(dead);
    } else p = &(*p)->next;
  }
  destroy(a);
  return 0;
}
