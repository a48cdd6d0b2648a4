/* Two numbers change places; the assertion holds whatever they are. */
#include <assert.h>
#include <stdio.h>

static void swap(int *a, int *b) {
  int old = *a;
  *a = *b;
  *b = old;
}

int main(void) {
  int x, y;
  if (scanf("%d %d", &x, &y) != 2) return 1;
  int first = x, second = y;
  swap(&x, &y);
  assert(x == second && y == first);
  return 0;
}
