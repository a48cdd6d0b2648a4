// A list is built, reversed and freed: every block once.
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 4; i++) {
    struct node *node = malloc(sizeof *node);
    if (node == NULL) return 1;
    node->value = i;
    node->next = list;
    list = node;
  }
  struct node *reversed = NULL;
  while (list != NULL) {
    struct node *next = list->next;
    list->next = reversed;
    reversed = list;
    list = next;
  }
  while (reversed != NULL) {
    struct node *next = reversed->next;
    free(reversed);
    reversed = next;
  }
  return 0;
}
