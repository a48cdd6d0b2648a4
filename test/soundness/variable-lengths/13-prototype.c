// unreach-call: true
extern void reach_error(void);

static int calls;
static int k(void) { return ++calls; }

static int f(int a[k()]);
static int f(int a[]) { return 1; }

int main(void) {
  int g(int a[k()]);
  int b[2];
  if (f(b) != 1 || calls != 0) reach_error();
  return 0;
}
