// unreach-call: false; undecided
extern void reach_error(void);

static int ignore(int n, ...) { return n; }
int main(void) {
  int x = 0;
  ignore(0, x++, x++);
  if (x == 2) reach_error();
  return 0;
}
