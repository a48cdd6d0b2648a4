// unreach-call: false
#include <pthread.h>
extern void reach_error(void);

int main(void) {
  int old = 5;
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old);
  if (old == PTHREAD_CANCEL_ASYNCHRONOUS) reach_error();
  return 0;
}
