// unreach-call: open; no gcc: whether another file defines the function is not known
extern void reach_error(void);

static int maybe(void) __attribute__((weakref("nobody_defines_this")));

int main(void) {
  if (maybe) reach_error();
  return 0;
}
