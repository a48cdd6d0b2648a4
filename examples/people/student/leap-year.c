/* The rule for leap years, checked against its definition. */
#include <assert.h>
#include <stdio.h>

static int is_leap(int year) { return year % 4 == 0 && year % 100 != 0; }

int main(void) {
  int year;
  if (scanf("%d", &year) != 1 || year < 1583 || year > 2400) return 1;
  int expected = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  assert(is_leap(year) == expected);
  return 0;
}
