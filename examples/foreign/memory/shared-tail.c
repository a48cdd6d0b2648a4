// Two lists share their tail, which is freed once.
#include <stdlib.h>

struct node {
  struct node *next;
};

int main(void) {
  struct node *tail = malloc(sizeof *tail);
  struct node *one = malloc(sizeof *one);
  struct node *two = malloc(sizeof *two);
  if (tail != NULL && one != NULL && two != NULL) {
    tail->next = NULL;
    one->next = tail;
    two->next = tail;
  }
  free(one);
  free(two);
  free(tail);
  return 0;
}
