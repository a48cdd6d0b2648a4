// unreach-call: true
extern void reach_error(void);

int main(void) {
  int i = 5, n = 0;
  goto middle;
  for (i = 0; i < 7; i++) {
    n += 10;
  middle:
    n += 1;
  }
  if (n != 12) reach_error();
  return 0;
}
