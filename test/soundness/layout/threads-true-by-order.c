// unreach-call: open

#include <pthread.h>
void reach_error(void);
int first, second;
static void *compare(void *unused) {
  if (&first > &second) reach_error();
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, compare, 0);
  pthread_join(a, 0);
  return 0;
}
