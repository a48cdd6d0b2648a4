// unreach-call: open
extern void reach_error(void);

int main(void) {
  int *p;
  { int x = 5; p = &x; }
  if (*p != 5) reach_error();
  return 0;
}
