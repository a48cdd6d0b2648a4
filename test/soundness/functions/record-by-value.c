// unreach-call: true
extern void reach_error(void);

struct S { int a[3]; char c; };
static struct S bump(struct S s, int i) { s.a[i]++; s.c = 'x'; return s; }
int main(void) {
  struct S s = {{1, 2, 3}, 'a'};
  int x = bump(bump(s, 1), 1).a[1];
  if (x != 4 || s.a[1] != 2 || s.c != 'a') reach_error();
  s = bump(s, 0);
  if (s.a[0] != 2 || s.c != 'x') reach_error();
  return 0;
}
