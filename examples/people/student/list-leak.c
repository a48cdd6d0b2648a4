/* The first node of a list is forgotten when the list is built. */
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *list = malloc(sizeof *list);
  if (list == NULL) return 1;
  list->value = 1;
  list->next = NULL;
  list = malloc(sizeof *list);
  if (list == NULL) return 1;
  free(list);
  return 0;
}
