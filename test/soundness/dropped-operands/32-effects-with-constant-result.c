// unreach-call: true
extern void reach_error(void);

static int calls;
static int f(void) { return ++calls; }

int main(void) {
  int a = f() * 0;
  int b = f() || 1;
  int c = f() && 0;
  int d = f() ? 5 : 5;
  if (a != 0 || b != 1 || c != 0 || d != 5 || calls != 4) reach_error();
  return 0;
}
