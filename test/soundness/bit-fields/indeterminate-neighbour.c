// unreach-call: true
extern void reach_error(void);

int main(void) {
  struct { unsigned a : 4, b : 4; } s;
  s.a = 5;
  if (s.a != 5) reach_error();
  return 0;
}
