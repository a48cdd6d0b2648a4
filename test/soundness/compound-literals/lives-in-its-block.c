// unreach-call: true
extern void reach_error(void);

int main(void) {
  int *p = (int[]){1, 2, 3};
  p[1] = 5;
  if (p[0] + p[1] + p[2] != 9) reach_error();
  return 0;
}
