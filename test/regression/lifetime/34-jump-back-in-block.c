// TRUE
// The jump does not leave the block: pointers to `x` stay valid (C11 6.2.4p6).
extern void reach_error(void);

int main(void) {
  int *p = 0;
  int count = 0;
  {
  again:;
    int x;
    x = 5;
    if (p && p != &x) reach_error();
    p = &x;
    *p = 6;
    if (x != 6) reach_error();
    if (count++ < 2) goto again;
  }
  return 0;
}
