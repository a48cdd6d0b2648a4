// unreach-call: open
extern void reach_error(void);

static int calls;
static int f(void) { return ++calls; }

int main(void) {
  int a[2] = {[0] = f(), [0] = 7};
  if (calls == 0) reach_error();
  return 0;
}
