// unreach-call: open
extern void reach_error(void);

static int a[1], b[1];
int main(void) {
  if (a + 1 == b || b + 1 == a) reach_error();
  return 0;
}
