// unreach-call: true
extern void reach_error(void);

static int f();
static int calls;
int main(void) {
  if (f(3, 4) != 7 || calls != 1) reach_error();
  return 0;
}
static int f(int a, int b) { calls++; return a + b; }
