// unreach-call: true
#include <pthread.h>
extern void reach_error(void);

int main(void) {
  int old = 5;
  if (pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) != 0 || old != PTHREAD_CANCEL_ENABLE) reach_error();
  if (pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) != 0 || old != PTHREAD_CANCEL_DISABLE) reach_error();
  old = 7;
  if (pthread_setcancelstate(17, &old) == 0 || old != 7) reach_error();
  return 0;
}
