// unreach-call: true
extern void reach_error(void);

int main(void) {
  int i = 7, n = 0;
  for (int i = 0; i < 3; i++) {
    int i = 50;
    n += i;
  }
  if (i != 7 || n != 150) reach_error();
  return 0;
}
