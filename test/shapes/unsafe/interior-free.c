void *malloc(__SIZE_TYPE__);
void free(void *);
int __VERIFIER_nondet_int(void);
struct item {
  int v;
  struct item*next;
};
int main(void){
  struct item*h=0;
  while(__VERIFIER_nondet_int()){
    struct item*i=malloc(sizeof*i);
    i->next=h;
    h=i;
  }
  while(h){
    struct item*n=h->next;
    free(&h->next);
    h=n;
  }
  return 0;
}
