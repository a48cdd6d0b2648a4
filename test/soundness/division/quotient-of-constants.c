// unreach-call: open, no-overflow: false

void reach_error(void);
int main(void) {
  int a = -2147483647 - 1;
  int b = -1;
  if (a / b == 7) reach_error();
  return 0;
}
