// unreach-call: true
extern void reach_error(void);

static int id(int x) { return x; }
int main(void) {
  void (*any)(void) = (void (*)(void))id;
  int (*f)(int) = (int (*)(int))any;
  if (f(4) != 4 || f != id) reach_error();
  return 0;
}
