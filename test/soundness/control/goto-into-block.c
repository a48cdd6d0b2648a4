// unreach-call: true
extern void reach_error(void);

int main(void) {
  int x = 1;
  goto inside;
  {
    int y = 5;
    x = 100;
  inside:
    y = 7;
    x += y;
  }
  if (x != 8) reach_error();
  return 0;
}
