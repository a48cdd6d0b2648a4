// unreach-call: open
extern void reach_error(void);

static int id(int x) { return x; }
int main(void) {
  double (*f)(double) = (double (*)(double))id;
  if (f(2.0) == 2.0) reach_error();
  return 0;
}
