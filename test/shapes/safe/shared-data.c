void *malloc(__SIZE_TYPE__);
void free(void *);
int __VERIFIER_nondet_int(void);
void reach_error(void);
typedef struct N {
  struct N*next;
  int *d;
} N;
int main(void){
  int *d=malloc(4);
  *d=7;
  N*h=0;
  while(__VERIFIER_nondet_int()){
    N*n=malloc(sizeof*n);
    n->d=d;
    n->next=h;
    h=n;
  }
  for(N*t=h;t;t=t->next) if(*t->d!=7) reach_error();
  while(h){
    N*n=h->next;
    free(h);
    h=n;
  }
  free(d);
  return 0;
}
