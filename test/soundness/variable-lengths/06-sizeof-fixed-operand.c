// unreach-call: true
extern void reach_error(void);

int main(void) {
  int i = 3, b[4];
  unsigned s = sizeof((int (*)[i++])b) + _Alignof(int[i++]);
  if (i != 3) reach_error();
  return s == 0;
}
