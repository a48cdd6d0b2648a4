// unreach-call: true
extern void reach_error(void);

int main(void) {
  unsigned x = 5;
  int minus = -1;
  if (x / minus != 0) reach_error();
  if (x % minus != 5) reach_error();
  long long wide = x;
  if (wide / minus != -5) reach_error();
  return 0;
}
