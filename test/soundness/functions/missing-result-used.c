// unreach-call: open
extern void reach_error(void);

static int f(int x) { if (x) return 5; }
int main(void) {
  if (f(0) == 5) reach_error();
  return 0;
}
