/* Reads a decimal number from standard input, digit by digit. */
#include <stdio.h>

int main(void) {
  int value = 0, c;
  while ((c = getchar()) >= '0' && c <= '9') value = value * 10 + (c - '0');
  printf("%d\n", value);
  return 0;
}
