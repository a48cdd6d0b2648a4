// unreach-call: true
extern void reach_error(void);

static int count(int which) {
  if (which) { static int n; return ++n; }
  static int n = 10;
  return ++n;
}
int main(void) {
  count(0);
  count(1);
  if (count(0) != 12 || count(1) != 2) reach_error();
  return 0;
}
