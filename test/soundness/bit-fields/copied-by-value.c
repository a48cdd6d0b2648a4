// unreach-call: true
extern void reach_error(void);

struct S { int a : 3; unsigned b : 11; short c; };
static struct S change(struct S s) { s.a = s.a + 1; s.b += 2047; return s; }
int main(void) {
  struct S s = {3, 5, -7}, t = change(s);
  if (s.a != 3 || s.b != 5) reach_error();
  if (t.a != -4 || t.b != 4 || t.c != -7) reach_error();
  return 0;
}
