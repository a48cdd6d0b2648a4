// TRUE
extern void reach_error(void);

int f(a, b) int a; char b; { return a + b; }
int main(void) {
  if (f(1, 2) != 3) reach_error();
  return 0;
}
