// The loop reads the next node out of the one that it has freed.
#include <stdlib.h>

struct node {
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 3; i++) {
    struct node *node = malloc(sizeof *node);
    if (node == NULL) return 1;
    node->next = list;
    list = node;
  }
  for (; list != NULL; list = list->next) free(list);
  return 0;
}
