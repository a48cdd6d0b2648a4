// UNKNOWN [soundness]
extern void reach_error(void);

int g(int x) { return x; }
int main(void) {
  int (*f)(long, int) = (int (*)(long, int))g;
  if (f(1, 2) != 1) reach_error();
  return 0;
}
