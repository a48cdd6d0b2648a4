// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct Shape { int side; int (*area)(const struct Shape *); };
static int square(const struct Shape *s) { return s->side * s->side; }
static int line(const struct Shape *s) { (void)s; return 0; }
int main(void) {
  struct Shape shapes[2] = {{3, square}, {4, line}};
  int i = __VERIFIER_nondet_int() & 1;
  if (shapes[i].area(&shapes[i]) != (i ? 0 : 9)) reach_error();
  return 0;
}
