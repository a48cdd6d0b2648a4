void *malloc(__SIZE_TYPE__);
void free(void *);
int __VERIFIER_nondet_int(void);
void reach_error(void);
typedef struct N {
  struct N*next;
  int *d;
} N;
int main(void){
  N*h=0;
  while(__VERIFIER_nondet_int()){
    N*n=malloc(sizeof*n);
    n->d=malloc(4);
    *n->d=7;
    n->next=h;
    h=n;
  }
  for(N*t=h;t;t=t->next) if(*t->d!=7) reach_error();
  while(h){
    N*n=h->next;
    free(h->d);
    free(h);
    h=n;
  }
  return 0;
}
