// unreach-call: open; undecided
extern void reach_error(void);

int main(void) {
  int i = 1;
  i = i++ + ++i;
  if (i != 4) reach_error();
  return 0;
}
