// However long the list gets, all of it is freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int() != 0) {
    struct node *node = malloc(sizeof *node);
    if (node == NULL) break;
    node->next = list;
    list = node;
  }
  while (list != NULL) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
