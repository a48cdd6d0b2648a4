// unreach-call: true
extern void reach_error(void);

int main(void) {
  struct { unsigned a : 32; unsigned b : 31; } s = {1, 1};
  if (s.a - 2 < 0) reach_error();
  if (s.b - 2 > 0) reach_error();
  return 0;
}
