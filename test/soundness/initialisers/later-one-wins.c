// unreach-call: true
extern void reach_error(void);

struct P { int x, y; };
struct S { struct P p; int z; };
int main(void) {
  struct S s = {.p = {1, 2}, .p.y = 5, .z = 7};
  if (s.p.x != 1 || s.p.y != 5 || s.z != 7) reach_error();
  int v[3] = {[0 ... 2] = 9, [1] = 4};
  if (v[0] != 9 || v[1] != 4 || v[2] != 9) reach_error();
  return 0;
}
