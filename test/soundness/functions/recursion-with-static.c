// unreach-call: true
extern void reach_error(void);

static int depth(int n) {
  static int most;
  int here = n;
  if (n > most) most = n;
  if (n < 5) depth(n + 1);
  if (here != n) reach_error();
  return most;
}
int main(void) {
  if (depth(0) != 5) reach_error();
  return 0;
}
