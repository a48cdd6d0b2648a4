// unreach-call: true
extern void reach_error(void);

static void copy(int *restrict to, const volatile int *from) { *to = *from; }
int main(void) {
  int a = 1, b = 2;
  copy(&a, &b);
  if (a != 2) reach_error();
  return 0;
}
