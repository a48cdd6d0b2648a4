// unreach-call: open
extern void reach_error(void);

int main(void) {
  int x;
  __asm__("" : "=r"(x));
  if (x == 12345) reach_error();
  return 0;
}
