/* The absolute value of one number does not exist. */
#include <stdio.h>

static int absolute(int n) { return n < 0 ? -n : n; }

int main(void) {
  int n;
  if (scanf("%d", &n) != 1) return 1;
  printf("%d\n", absolute(n));
  return 0;
}
