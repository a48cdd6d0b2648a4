// unreach-call: open
extern void reach_error(void);

int main(void) {
  int i = 3;
  unsigned s = sizeof(int (*)[i++]);
  if (i == 4) reach_error();
  return s == 0;
}
