// unreach-call: true
extern void reach_error(void);

struct S { char c; int i; };
int main(void) {
  struct S a = {1, 2}, b;
  b = a;
  if (b.c != 1 || b.i != 2 || &a == &b) reach_error();
  return 0;
}
