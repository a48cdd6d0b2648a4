#include <assert.h>
#include <pthread.h>

static int checking = 100, savings = 100;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *to_savings(void *unused) {
  pthread_mutex_lock(&lock);
  int amount = checking / 2;
  checking -= amount;
  savings += amount;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, to_savings, 0);
  pthread_create(&b, 0, to_savings, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(checking + savings == 200);
}
