void *malloc(__SIZE_TYPE__);
void free(void *);
int __VERIFIER_nondet_int(void);
typedef struct N {
  union {
    struct N*next;
    long x;
  } u;
} N;
int main(void){
  N*h=0;
  while(__VERIFIER_nondet_int()){
    N*n=malloc(sizeof*n);
    n->u.next=h;
    h=n;
  }
  if(h) h->u.x+=8;
  while(h){
    N*n=h->u.next;
    free(h);
    h=n;
  }
  return 0;
}
