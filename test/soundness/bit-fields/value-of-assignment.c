// unreach-call: true
extern void reach_error(void);

int main(void) {
  struct { unsigned a : 3; } s;
  int x = (s.a = 9);
  if (x != 1) reach_error();
  if ((s.a = 15) == 15) reach_error();
  return 0;
}
