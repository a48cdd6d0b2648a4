#include <pthread.h>
#include <stdio.h>

int hits;

void *worker(void *arg) {
  for (int i = 0; i < 10; i++) hits++;
  return NULL;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%d\n", hits);
  return 0;
}
