// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct P { int x, y; };
int main(void) {
  struct P a = {1, 2}, b = {3, 4};
  int c = __VERIFIER_nondet_int();
  struct P d = c ? a : b;
  if (d.y - d.x != 1 || (c ? a : b).x + 2 * !!c != 3) reach_error();
  return 0;
}
