// unreach-call: true
#define _GNU_SOURCE
#include <pthread.h>
extern void reach_error(void);

int main(void) {
  if (pthread_setname_np(pthread_self(), "a name of 16 cha") == 0) reach_error();
  if (pthread_setname_np(pthread_self(), "a name of 15 ch") != 0) reach_error();
  return 0;
}
