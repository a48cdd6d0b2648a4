/* The average of some numbers that are typed in; none is a case of its own. */
#include <stdio.h>

int main(void) {
  int count = 0, sum = 0, number;
  while (count < 3 && scanf("%d", &number) == 1 && number >= 0 && number <= 100) {
    sum += number;
    count++;
  }
  if (count == 0) return 1;
  printf("average: %d\n", sum / count);
  return 0;
}
