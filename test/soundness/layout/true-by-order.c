// unreach-call: open
extern void reach_error(void);

static int a, b;
int main(void) {
  if (&a > &b) reach_error();
  return 0;
}
