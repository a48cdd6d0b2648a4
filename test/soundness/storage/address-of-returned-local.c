// unreach-call: open
extern void reach_error(void);

static int *local(void) { int x = 5; int *p = &x; return p; }
int main(void) {
  if (*local() != 5) reach_error();
  return 0;
}
