// unreach-call: false; undecided; no gcc: it hangs on the layout of memory
extern void reach_error(void);

int main(void) {
  int a, b;
  if (&a < &b) reach_error();
  return 0;
}
