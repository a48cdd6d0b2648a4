void *malloc(__SIZE_TYPE__);
void free(void *);
int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int data;
};
int main(void) {
  struct node *list = 0;
  unsigned long here;
  while (__VERIFIER_nondet_int()) {
    here = (unsigned long)malloc(sizeof(struct node));
    *((struct node **)here) = list;
    *((int *)(here + (unsigned long)&((struct node *)0)->data)) = 7;
    list = (struct node *)here;
  }
  while ((unsigned long)list != 0UL) {
    here = (unsigned long)list + (unsigned long)&((struct node *)0)->data;
    list = *((struct node **)(here - (unsigned long)&((struct node *)0)->data));
    free((void *)here);
  }
  return 0;
}
