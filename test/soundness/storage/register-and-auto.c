// unreach-call: true
extern void reach_error(void);

int main(void) {
  register int r = 1;
  auto int a = 2;
  r += a;
  if (r != 3) reach_error();
  return 0;
}
