/* Factorials grow faster than int. */
#include <stdio.h>

static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

int main(void) {
  int n;
  if (scanf("%d", &n) != 1 || n < 0 || n > 15) return 1;
  printf("%d\n", factorial(n));
  return 0;
}
