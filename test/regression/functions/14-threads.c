// FALSE [precision]
extern void reach_error(void);

typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
int x;
void *run(void *a) { x = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  if (x) reach_error();
  pthread_join(t, 0);
  return 0;
}
