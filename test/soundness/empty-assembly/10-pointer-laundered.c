// unreach-call: true
extern void reach_error(void);

int main(void) {
  int x = 3, *p = &x;
  unsigned long n;
  __asm__("" : "=r"(n) : "0"(p));
  int *q = (int *)n;
  *q = 4;
  if (x != 4) reach_error();
  return 0;
}
