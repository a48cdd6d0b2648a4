// unreach-call: open

#include <pthread.h>
#include <string.h>
void reach_error(void);
static void *one_way(void *unused) {
  if (strcmp("a", "d") != -1) reach_error();
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, one_way, 0);
  pthread_join(a, 0);
  return 0;
}
