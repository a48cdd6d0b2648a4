// unreach-call: open
extern void reach_error(void);

static int f(void) { return 1; }
static int g(void) { return 2; }
int main(void) {
  if ((__UINTPTR_TYPE__)f > (__UINTPTR_TYPE__)g) reach_error();
  return f() + g() - 3;
}
