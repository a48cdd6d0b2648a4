// unreach-call: true
extern void reach_error(void);

static int f(int x) { if (x) return 5; }
int main(void) {
  f(0);
  if (f(1) != 5) reach_error();
  return 0;
}
