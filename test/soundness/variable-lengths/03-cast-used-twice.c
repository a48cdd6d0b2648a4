// unreach-call: true
extern void reach_error(void);

int main(void) {
  int b[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, n = 3;
  int x = ((int (*)[n++])b)[2][1];
  if (x != 7 || n != 4) reach_error();
  return 0;
}
