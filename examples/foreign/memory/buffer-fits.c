// The buffer is as long as the loop writes.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned length = __VERIFIER_nondet_uchar() % 16 + 1;
  char *buffer = malloc(length);
  if (buffer == NULL) return 1;
  for (unsigned i = 0; i < length; i++) buffer[i] = 'x';
  free(buffer);
  return 0;
}
