// unreach-call: true
extern void reach_error(void);

int main(void) {
  int times = 0, *p = 0;
again:;
  int y = 3;
  if (y != 3) reach_error();
  y = 9;
  p = &y;
  if (*p != 9) reach_error();
  if (times++ < 2) goto again;
  return 0;
}
