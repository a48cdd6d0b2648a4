// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int a, b;
int main(void) {
  int c, *p = __VERIFIER_nondet_int() ? &a : &b;
  if (p == &c || (p == &a) == (p == &b)) reach_error();
  return 0;
}
