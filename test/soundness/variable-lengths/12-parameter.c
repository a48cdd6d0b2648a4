// unreach-call: true
extern void reach_error(void);

static int f(int n, int a[n++]) { return n; }
static int g(int n, int (*a)[n++]) { return n; }
static int h(int n, int (*a)(int m, int b[m++])) { return n; }

int main(void) {
  int b[4];
  if (f(2, b) != 3 || g(2, 0) != 3 || h(2, 0) != 2) reach_error();
  return 0;
}
