void *malloc(__SIZE_TYPE__);
void free(void *);
int __VERIFIER_nondet_int(void);
void reach_error(void);
typedef struct D {
  struct D *next, *prev;
  int data;
} D;
static D *build(void) {
  D *h = 0;
  while (__VERIFIER_nondet_int()) {
    D *n = malloc(sizeof *n);
    n->data=1;
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
int main(void){
  D*h=build();
  for(D*t=h;t;t=t->next) if(t->next && t->next->prev!=t) reach_error();
  destroy(h);
  return 0;
}
