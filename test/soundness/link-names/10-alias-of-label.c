// unreach-call: true
extern void reach_error(void);

int f(void) __asm__("hidden");
int f(void) { return 2; }
int g(void) __attribute__((alias("hidden")));

int main(void) {
  if (g() != 2) reach_error();
  return 0;
}
