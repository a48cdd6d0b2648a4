// unreach-call: false; undecided; no gcc: it hangs on the layout of memory
extern void reach_error(void);

int main(void) {
  int x = 0, *p = &x;
  long n = *(long *)&p;
  if ((n >> 4) % 2 == 0) reach_error();
  return x;
}
