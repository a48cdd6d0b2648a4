void *malloc(__SIZE_TYPE__);
void free(void *);
int __VERIFIER_nondet_int(void);
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
  while(h){
    N*n=h->next;
    free(h);
    h=n;
  }
  return 0;
}
