// unreach-call: open; no gcc: what the text does is not modelled
extern void reach_error(void);

int main(void) {
  int x = 0;
  __asm__ volatile("incl %0" : "+r"(x));
  if (x == 1) reach_error();
  return 0;
}
