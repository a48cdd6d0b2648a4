// unreach-call: true
extern void reach_error(void);

struct S { int a, b; };
static int take(struct S *s) { s->a += 10; return s->a + s->b; }
int main(void) {
  if (take(&(struct S){1, 2}) != 13) reach_error();
  if (take(&(struct S){.b = 2}) != 12) reach_error();
  return 0;
}
