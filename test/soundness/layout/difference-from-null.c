// unreach-call: open
extern void reach_error(void);

int main(void) {
  char c = 0, *p = &c;
  if ((p - (char *)0) % 16 == 7) reach_error();
  return c;
}
