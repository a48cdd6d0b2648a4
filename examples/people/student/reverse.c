/* Reverses a word in place: correct. */
#include <assert.h>

int main(void) {
  char word[] = "reverse";
  int length = sizeof word - 1;
  for (int i = 0, j = length - 1; i < j; i++, j--) {
    char c = word[i];
    word[i] = word[j];
    word[j] = c;
  }
  assert(word[0] == 'e' && word[length - 1] == 'r');
  return 0;
}
