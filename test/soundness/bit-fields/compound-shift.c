// unreach-call: true
extern void reach_error(void);

int main(void) {
  struct { unsigned a : 6; int b : 6; } s = {33, -32};
  s.a <<= 1;
  s.b >>= 2;
  if (s.a != 2 || s.b != -8) reach_error();
  s.a |= 0xff0;
  if (s.a != 50) reach_error();
  return 0;
}
