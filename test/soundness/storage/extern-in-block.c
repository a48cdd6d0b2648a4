// unreach-call: true
extern void reach_error(void);

static int x = 3;
int main(void) {
  int x = 4;
  { extern int y; if (y != 8) reach_error(); }
  if (x != 4) reach_error();
  return 0;
}
int y = 8;
