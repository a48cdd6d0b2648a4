// unreach-call: true
extern void reach_error(void);

int main(void) {
  int i = 3;
  unsigned s = sizeof(int[i++]);
  if (i != 4 || s != 12) reach_error();
  return 0;
}
