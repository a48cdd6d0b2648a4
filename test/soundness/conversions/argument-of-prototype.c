// unreach-call: true
extern void reach_error(void);

static int narrow(signed char c) { return c; }
static unsigned wide(unsigned long long x) { return x >> 32; }
int main(void) {
  if (narrow(300) != 44) reach_error();
  if (wide(-1) != 0xffffffffu) reach_error();
  if (wide(1u - 2u) != 0) reach_error();
  return 0;
}
