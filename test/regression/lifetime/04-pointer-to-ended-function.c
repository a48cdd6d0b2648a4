// UNKNOWN [soundness]
extern void reach_error(void);

int *f(void) {
  int x = 3;
  int *p = &x;
  return p;
}
int main(void) {
  int *p = f();
  if (*p != 3) reach_error();
  return 0;
}
