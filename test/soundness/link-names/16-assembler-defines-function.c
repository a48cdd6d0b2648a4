// unreach-call: false; undecided
extern void reach_error(void);

extern int one(void);
__asm__(".globl one\none: movl $1, %eax\nret\n");

int main(void) {
  if (one() == 1) reach_error();
  return 0;
}
