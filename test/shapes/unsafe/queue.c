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
  N*h=0,*t=0;
  for(;;){
    int c=__VERIFIER_nondet_int();
    if(c==0) break;
    if(c==1){
      N*n=node(c);
      if(t) t->next=n;
      else h=n;
      t=n;
    } else if(h){
      N*n=h;
      h=h->next;
      free(n);
    }
  }
  destroy(h);
  return 0;
}
