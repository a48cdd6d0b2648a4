// unreach-call: false
#include <pthread.h>
extern void reach_error(void);

int main(void) {
  pthread_key_t first, second;
  pthread_key_create(&first, 0);
  pthread_key_delete(first);
  pthread_key_create(&second, 0);
  if (first == second) reach_error();
  return 0;
}
