// FALSE
extern void reach_error(void);

int main(void) {
  int a, b;
  int unused;
  int c = 1;
  if (a == 77 && b == 78 && c == 1) reach_error();
  return 0;
}
