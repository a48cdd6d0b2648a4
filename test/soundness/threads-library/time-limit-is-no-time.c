// unreach-call: true
#include <pthread.h>
#include <time.h>
extern void reach_error(void);

int main(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t c = PTHREAD_COND_INITIALIZER;
  struct timespec t = { 0, 1000000000 };
  pthread_mutex_lock(&m);
  if (pthread_cond_timedwait(&c, &m, &t) == 0) reach_error();
  return 0;
}
