// unreach-call: true
extern void reach_error(void);

static int calls;
static int f(void) { return ++calls; }

int main(void) {
  int a[1] = {1, f()};
  if (calls != 0) reach_error();
  return a[0] - 1;
}
