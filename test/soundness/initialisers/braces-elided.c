// unreach-call: true
extern void reach_error(void);

struct P { int x, y; };
struct S { struct P p[2]; int z; };
int main(void) {
  struct S s = {1, 2, 3, 4, 5};
  if (s.p[1].x != 3 || s.z != 5) reach_error();
  int m[2][3] = {1, 2, 3, 4};
  if (m[1][0] != 4 || m[1][1] != 0) reach_error();
  return 0;
}
