// unreach-call: true
extern void reach_error(void);

int main(void) {
  int n = 1;
  int a = n++, b = n++, c = a * 10 + b;
  if (c != 12 || n != 3) reach_error();
  return 0;
}
