// unreach-call: false; undecided
#include <pthread.h>
#include <stdlib.h>
void reach_error(void);
static int n;
static void handler(void) { if (n == 1) reach_error(); }
static void *work(void *p) { n = 1; return p; }
int main(void) {
  pthread_t thread;
  atexit(handler);
  pthread_create(&thread, 0, work, 0);
  pthread_exit(0);
}
