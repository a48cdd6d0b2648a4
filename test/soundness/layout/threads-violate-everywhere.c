// unreach-call: false; no gcc: the order of the threads is not chosen

#include <pthread.h>
void reach_error(void);
int shared, *place;
static void *write_it(void *unused) {
  place = &shared;
  shared = 1;
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, write_it, 0);
  if (place == &shared && shared == 0) reach_error();
  pthread_join(a, 0);
  return 0;
}
