// unreach-call: open
extern void reach_error(void);

static int i;
static int next(void) { return ++i; }
int main(void) {
  int a[3] = {0, 0, 0};
  a[i] = next();
  if (a[0] != 1) reach_error();
  return 0;
}
