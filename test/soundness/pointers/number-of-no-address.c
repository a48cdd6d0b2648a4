// LP64 unreach-call: true
extern void reach_error(void);
int object;
int main(void) {
  int *p = (int *)0xdead000000000100;
  int *q = (int *)-1;
  if (p == &object || q == &object) reach_error();
  return 0;
}
