void *malloc(__SIZE_TYPE__);
void free(void *);
int __VERIFIER_nondet_int(void);
typedef struct N {
  struct N *next;
  int data;
} N;
static N *node(int d) {
  N *n = malloc(sizeof *n);
  n->next = 0;
  n->data = d;
  return n;
}
static N *build(void) {
  N *h = 0;
  while (__VERIFIER_nondet_int()) {
    N *n = node(1);
    n->next = h;
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
int main(void){
  N*h=build();
  if(h){
    N*t=h;
    while(t->next && __VERIFIER_nondet_int()) t=t->next;
    N*n=node(5);
    t->next=n;
  }
  destroy(h);
  return 0;
}
