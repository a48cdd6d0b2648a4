// unreach-call: true
extern void reach_error(void);

static int add(a, b, c) char c; int a; double b; { return a + (int)b + c; }
int main(void) {
  if (add(1, 2.5, 3) != 6) reach_error();
  if (add(1, 2.5, 256 + 3) != 6) reach_error();
  return 0;
}
