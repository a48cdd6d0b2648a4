// unreach-call: false; undecided; no gcc: it hangs on the layout of memory
extern void reach_error(void);

int main(void) {
  char c = 0, *p = &c;
  if ((p - (char *)0) % 2 == 0) reach_error();
  return c;
}
