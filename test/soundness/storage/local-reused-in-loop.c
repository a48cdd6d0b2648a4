// unreach-call: open
extern void reach_error(void);

int main(void) {
  int *before = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (i == 1 && before == &x) reach_error();
    before = &x;
  }
  return 0;
}
