// unreach-call: true
extern void reach_error(void);

int g(void);
int h(void) { return g(); }
int f(void) { return 6; }
int g(void) __attribute__((alias("f")));

int main(void) {
  if (h() != 6) reach_error();
  return 0;
}
