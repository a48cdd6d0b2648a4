// UNKNOWN [soundness]
extern void reach_error(void);

int main(void) {
  int x = 1;
  __asm__("movl $2, %0" : "=r"(x));
  if (x != 1) reach_error();
  return 0;
}
