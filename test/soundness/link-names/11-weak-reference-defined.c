// unreach-call: false
extern void reach_error(void);

int real(void) { return 9; }
static int maybe(void) __attribute__((weakref("real")));

int main(void) {
  if (maybe() == 9) reach_error();
  return 0;
}
