// unreach-call: true
extern void reach_error(void);

int main(void) {
  struct { _Bool a : 1; unsigned b : 1; } s;
  s.a = 2;
  s.b = 2;
  if (!s.a || s.b) reach_error();
  return 0;
}
