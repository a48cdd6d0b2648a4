/* The average of some numbers that are typed in. */
#include <stdio.h>

int main(void) {
  int count = 0, sum = 0, number;
  while (count < 3 && scanf("%d", &number) == 1 && number >= 0 && number <= 100) {
    sum += number;
    count++;
  }
  printf("average: %d\n", sum / count);
  return 0;
}
