// unreach-call: true
extern void reach_error(void);

struct S { int a[2]; };
static struct S make(int x) { return (struct S){{x, x + 1}}; }
int main(void) {
  if (make(1).a[1] + make(5).a[0] != 7) reach_error();
  return 0;
}
