// unreach-call: true
extern void reach_error(void);

int main(void) {
  int a = 1, b = 2;
  __asm__("" : "=r"(a), "=r"(b) : "0"(b), "1"(a));
  if (a != 2 || b != 1) reach_error();
  return 0;
}
