void *malloc(__SIZE_TYPE__);
void free(void *);
int __VERIFIER_nondet_int(void);
typedef struct I {
  struct I*next;
} I;
typedef struct N {
  struct N*next;
  I*in;
} N;
int main(void){
  N*h=0;
  while(__VERIFIER_nondet_int()){
    N*n=malloc(sizeof*n);
    n->in=0;
    while(__VERIFIER_nondet_int()){
      I*i=malloc(sizeof*i);
      i->next=n->in;
      n->in=i;
    }
    n->next=h;
    h=n;
  }
  while(h){
    N*n=h->next;
    I*i=h->in;
    while(i){
      I*j=i->next;
      free(i);
      i=j;
    }
    free(h);
    h=n;
  }
  return 0;
}
