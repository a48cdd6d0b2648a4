// unreach-call: true; undecided
extern void reach_error(void);

int x = 1;
extern int y;
__asm__(".globl y\n.set y, x");

int main(void) {
  y = 5;
  if (x != 5) reach_error();
  return 0;
}
