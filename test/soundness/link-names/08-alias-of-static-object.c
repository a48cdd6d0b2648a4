// unreach-call: false
extern void reach_error(void);

static int x = 3;
extern int y __attribute__((alias("x")));

int main(void) {
  y++;
  if (x == 4) reach_error();
  return 0;
}
