// unreach-call: false
extern void reach_error(void);

int main(void) {
  int i = 0;
  __asm__ volatile("" : : "r"(i++));
  if (i == 1) reach_error();
  return 0;
}
