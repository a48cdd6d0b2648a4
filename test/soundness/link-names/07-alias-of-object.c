// unreach-call: true
extern void reach_error(void);

int x = 3;
extern int y __attribute__((alias("x")));

int main(void) {
  y = 4;
  if (x != 4) reach_error();
  return 0;
}
