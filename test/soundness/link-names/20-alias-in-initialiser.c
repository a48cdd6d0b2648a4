// unreach-call: true
extern void reach_error(void);

int x = 3;
extern int y __attribute__((alias("x")));
int *p = &y;

int main(void) {
  *p = 8;
  if (x != 8) reach_error();
  return 0;
}
