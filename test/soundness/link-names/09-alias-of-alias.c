// unreach-call: true
extern void reach_error(void);

int f(void) { return 2; }
int g(void) __attribute__((alias("f")));
int h(void) __attribute__((weak, alias("g")));

int main(void) {
  if (h() != 2) reach_error();
  return 0;
}
