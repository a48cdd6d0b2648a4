// unreach-call: true
extern void reach_error(void);

struct S { int a, b, c; };
int main(void) {
  struct S s = {.c = 3, .a = 1, 2};
  if (s.a != 1 || s.b != 2 || s.c != 3) reach_error();
  int v[] = {[4] = 5, 6, [1] = 2, 3};
  if (sizeof v != 6 * sizeof(int) || v[5] != 6 || v[2] != 3 || v[0] != 0 || v[3] != 0) reach_error();
  return 0;
}
