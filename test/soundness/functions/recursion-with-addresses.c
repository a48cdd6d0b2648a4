// unreach-call: true
extern void reach_error(void);

static int walk(int *up, int n) {
  int own = n;
  if (n == 0) return *up;
  int r = walk(&own, n - 1);
  if (own != n + 100 * (n == 1)) { if (own != n) return r; }
  return r;
}
int main(void) {
  int x = 9;
  if (walk(&x, 3) != 1) reach_error();
  return 0;
}
