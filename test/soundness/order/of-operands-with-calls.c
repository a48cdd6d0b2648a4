// unreach-call: open
extern void reach_error(void);

static int n;
static int twice(void) { return n *= 2; }
static int more(void) { return n += 1; }
int main(void) {
  n = 1;
  int x = twice() + more();
  if (n != 3) reach_error();
  return x == 0;
}
