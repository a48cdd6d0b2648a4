// unreach-call: true
extern void reach_error(void);

static int n;
static int next(void) { return ++n; }
int main(void) {
  struct { int a, b; } s = {next(), 0};
  int x = ((int[]){next(), 0})[0];
  if (s.a != 1 || x != 2 || n != 2) reach_error();
  return 0;
}
