// unreach-call: true
#include <pthread.h>
extern void reach_error(void);

int main(void) {
  pthread_key_t key;
  pthread_key_create(&key, 0);
  if (pthread_setspecific(key, &key) != 0 || pthread_getspecific(key) != &key) reach_error();
  if (pthread_key_delete(key) != 0) reach_error();
  if (pthread_key_delete(key) == 0) reach_error();
  return 0;
}
