// unreach-call: open
extern void reach_error(void);

int main(void) {
  double d = 1e10;
  int x = d;
  if (x == -2147483647 - 1) reach_error();
  return 0;
}
