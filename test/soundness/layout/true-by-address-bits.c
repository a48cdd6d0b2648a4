// unreach-call: open
extern void reach_error(void);

int main(void) {
  static char c[64];
  if (((__UINTPTR_TYPE__)c >> 5 & 1) != 0) reach_error();
  return c[0];
}
