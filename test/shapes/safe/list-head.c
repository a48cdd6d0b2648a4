void *malloc(__SIZE_TYPE__);
void free(void *);
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct lh {
  struct lh *next,*prev;
};
struct item {
  int v;
  struct lh l;
};
static struct lh head={&head,&head};
static void add(struct lh*n){
  n->next=head.next;
  n->prev=&head;
  head.next->prev=n;
  head.next=n;
}
int main(void){
  while(__VERIFIER_nondet_int()){
    struct item*i=malloc(sizeof*i);
    i->v=4;
    add(&i->l);
  }
  struct lh*p=head.next;
  while(p!=&head){
    struct item*i=(struct item*)((char*)p-__builtin_offsetof(struct item,l));
    if(i->v!=4) reach_error();
    p=p->next;
    free(i);
  }
  return 0;
}
