// unreach-call: true
extern void reach_error(void);

int main(void) {
  int x = ({ int y = 3; y++; y; }) + ({ int y = 1; y; });
  if (x != 5) reach_error();
  struct S { int a, b; } s = ({ struct S t = {1, 2}; t.a = 7; t; });
  if (s.a != 7 || s.b != 2) reach_error();
  return 0;
}
