// unreach-call: true
extern void reach_error(void);

int main(void) {
  struct { unsigned a : 5; unsigned long long b : 40; } s = {1, 1};
  if (s.a - 2 > 0) reach_error();
  if (s.a - 2u < 0) reach_error();
  if (-s.a > 0) reach_error();
  return 0;
}
