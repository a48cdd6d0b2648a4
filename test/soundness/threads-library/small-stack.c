// unreach-call: true
#include <pthread.h>
extern void reach_error(void);

int main(void) {
  pthread_attr_t a;
  pthread_attr_init(&a);
  if (pthread_attr_setstacksize(&a, 1) == 0) reach_error();
  if (pthread_attr_setstacksize(&a, 1 << 20) != 0) reach_error();
  return 0;
}
