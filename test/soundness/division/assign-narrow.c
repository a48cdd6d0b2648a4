// unreach-call: true
extern void reach_error(void);

int main(void) {
  signed char c = -128;
  c /= -1;
  if (c != -128) reach_error();
  c = 100;
  c %= 300;
  if (c != 100) reach_error();
  return 0;
}
