// unreach-call: true
extern void reach_error(void);

static int calls;
int f(void) { return ++calls; }
int g(void) __attribute__((alias("f")));

int main(void) {
  int a = g(), b = f();
  if (a != 1 || b != 2) reach_error();
  return 0;
}
