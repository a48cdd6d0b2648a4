// unreach-call: false
extern void reach_error(void);

static int calls;
static int f(void) { return ++calls; }
static void g() {}

int main(void) {
  g(f(), f());
  if (calls == 2) reach_error();
  return 0;
}
