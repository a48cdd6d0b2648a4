// unreach-call: true
extern void reach_error(void);

int main(void) {
  for (int i = 0; i < 3; i++) {
    int a[2] = {i};
    if (a[0] != i || a[1] != 0) reach_error();
    a[1] = 7;
    static int count = 0;
    if (count++ != i) reach_error();
  }
  return 0;
}
