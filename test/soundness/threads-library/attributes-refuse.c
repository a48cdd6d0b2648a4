// unreach-call: true
#include <pthread.h>
extern void reach_error(void);

int main(void) {
  pthread_attr_t a;
  pthread_mutexattr_t m;
  struct sched_param p = { 0 };
  pthread_attr_init(&a);
  pthread_mutexattr_init(&m);
  if (pthread_attr_setschedpolicy(&a, 77) == 0 || pthread_attr_setinheritsched(&a, 9) == 0) reach_error();
  if (pthread_attr_setschedpolicy(&a, SCHED_RR) != 0) reach_error();
  if (pthread_attr_setschedparam(&a, &p) == 0) reach_error();
  p.sched_priority = 1;
  if (pthread_attr_setschedparam(&a, &p) != 0) reach_error();
  if (pthread_mutexattr_settype(&m, 44) == 0 || pthread_mutexattr_setpshared(&m, 2) == 0) reach_error();
  return 0;
}
