// unreach-call: open
extern void reach_error(void);

static int n;
static int next(void) { return ++n; }
static int first(int a, int b) { return a - b; }
int main(void) {
  if (first(next(), next()) != -1) reach_error();
  return 0;
}
