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
  D*t=h;
  while(t&&__VERIFIER_nondet_int())t=t->next;
  if(t){
    if(t->prev) t->prev->next=t->next;
    else h=t->next;
    if(t->next) t->next->prev=t->prev;
    free(t);
  }
  destroy(h);
  return 0;
}
