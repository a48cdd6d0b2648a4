// FALSE [precision]
// One past the end of `a` may or may not be where `b` starts (C11 6.5.9p6).
extern void reach_error(void);

int main(void) {
  int a[1], b[1];
  if (a + 1 == b) reach_error();
  return 0;
}
