// unreach-call: open
extern void reach_error(void);

int main(void) {
  int i = 0, y;
  __asm__("" : "=r"(y) : "0"(i++), "r"(i++));
  if (y == 1) reach_error();
  return 0;
}
