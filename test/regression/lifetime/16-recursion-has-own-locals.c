// TRUE
extern void reach_error(void);

int f(int n, int *up) {
  int mine = n;
  if (n > 0) f(n - 1, &mine);
  if (up) *up += mine;
  return mine;
}
int main(void) {
  if (f(3, 0) != 6) reach_error();
  return 0;
}
