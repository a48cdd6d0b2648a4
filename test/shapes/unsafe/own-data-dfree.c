void *malloc(__SIZE_TYPE__);
void free(void *);
int __VERIFIER_nondet_int(void);
typedef struct N {
  struct N*next;
  int *d;
} N;
int main(void){
  int*d=malloc(4);
  N*h=0;
  while(__VERIFIER_nondet_int()){
    N*n=malloc(sizeof*n);
    n->d=d;
    n->next=h;
    h=n;
  }
  while(h){
    N*n=h->next;
    free(h->d);
    free(h);
    h=n;
  }
  return 0;
}
