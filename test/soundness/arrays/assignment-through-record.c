// unreach-call: true
extern void reach_error(void);

struct A { int v[3]; };
int main(void) {
  struct A a = {{1, 2, 3}}, b = {{0}};
  b = a;
  a.v[1] = 9;
  if (b.v[1] != 2 || b.v[2] != 3) reach_error();
  return 0;
}
