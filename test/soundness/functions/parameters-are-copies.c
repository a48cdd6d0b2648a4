// unreach-call: true
extern void reach_error(void);

static void change(int x, int a[3], const int n) { x = 9; a[1] = x + n; }
int main(void) {
  int x = 1, a[3] = {0};
  change(x, a, 1);
  if (x != 1 || a[1] != 10) reach_error();
  return 0;
}
