// unreach-call: true
extern void reach_error(void);

extern unsigned long length(const char *) __asm__("strlen");

int main(void) {
  if (length("abc") != 3) reach_error();
  return 0;
}
