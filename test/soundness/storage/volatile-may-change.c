// unreach-call: true, no-overflow: true
int main(void) {
  volatile int x = 5;
  x = x + 1;
  if (x < 0) return 0;
  return x == 6 ? 0 : 1;
}
