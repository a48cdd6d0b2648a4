void *malloc(__SIZE_TYPE__);
void free(void *);
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
  struct node *next;
  int data;
};
int main(void) {
  struct node *list = 0;
  unsigned long here;
  unsigned long none = (unsigned long)((void *)0);
  while (1) {
    if (!__VERIFIER_nondet_int()) goto built;
    here = (unsigned long)malloc(sizeof(struct node));
    *((struct node **)here) = list;
    here = here + (unsigned long)&((struct node *)0)->data;
    *((int *)here) = 7;
    list = (struct node *)(here - (unsigned long)&((struct node *)0)->data);
  }
built:
  here = (unsigned long)list;
  while (1) {
    if (here == none) goto checked;
    if (*((int *)(here + (unsigned long)&((struct node *)0)->data)) != 7) reach_error();
    here = (unsigned long)*((struct node **)here);
  }
checked:
  while (1) {
    if ((unsigned long)list == none) goto done;
    here = (unsigned long)list;
    list = *((struct node **)here);
    free((void *)here);
  }
done:
  return 0;
}
