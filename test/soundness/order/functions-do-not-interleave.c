// unreach-call: true; undecided
extern void reach_error(void);

static int n, bad;
static int f(void) { int old = n; n++; if (n != old + 1) bad = 1; return n; }
int main(void) {
  int x = f() + f();
  if (bad || x != 3) reach_error();
  return 0;
}
