/* How often each grade from 1 to 6 was given. */
#include <stdio.h>

int main(void) {
  int counts[6] = {0};
  int grade;
  if (scanf("%d", &grade) != 1) return 1;
  if (grade < 1 || grade > 6) return 1;
  counts[grade]++;
  for (int i = 0; i < 6; i++) printf("%d: %d\n", i + 1, counts[i]);
  return 0;
}
