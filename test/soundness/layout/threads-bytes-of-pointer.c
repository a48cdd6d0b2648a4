// unreach-call: open

#include <pthread.h>
void reach_error(void);
static int x, *place = &x;
static void *look(void *unused) {
  if (((unsigned char *)&place)[1] == 0x77) reach_error();
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, look, 0);
  pthread_join(a, 0);
  return 0;
}
