// UNKNOWN [soundness]
extern void reach_error(void);

void *__builtin_alloca(unsigned long);
int *f(void) {
  int *p = __builtin_alloca(4);
  *p = 1;
  return p;
}
int main(void) {
  int *p = f();
  if (*p != 1) reach_error();
  return 0;
}
