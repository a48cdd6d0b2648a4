// unreach-call: false
extern void reach_error(void);

static int f(void) {
  reach_error();
  return 1;
}

int main(void) {
  __asm__ volatile("" : : "r"(f()));
  return 0;
}
