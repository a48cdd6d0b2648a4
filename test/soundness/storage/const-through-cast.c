// unreach-call: open
extern void reach_error(void);

int main(void) {
  static const int x = 5;
  *(int *)&x = 6;
  if (x != 5) reach_error();
  return 0;
}
