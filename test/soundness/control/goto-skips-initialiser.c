// unreach-call: false; no gcc: indeterminate values are arbitrary
extern void reach_error(void);

int main(void) {
  goto inside;
  {
    int y = 5;
  inside:
    if (y != 5) reach_error();
  }
  return 0;
}
