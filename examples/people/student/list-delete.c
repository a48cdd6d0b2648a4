/* A list is freed node by node, and each is asked for the next one afterwards. */
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 3; i++) {
    struct node *node = malloc(sizeof *node);
    if (node == NULL) abort();
    node->value = i;
    node->next = list;
    list = node;
  }
  for (struct node *node = list; node != NULL; node = node->next) free(node);
  return 0;
}
