// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int (*table[2])(int, int) = {add, &sub};
int main(void) {
  int i = __VERIFIER_nondet_int() & 1;
  int (*f)(int, int) = table[i];
  int r = i ? (***f)(7, 2) : (&*f)(7, 2);
  if (r != (i ? 5 : 9)) reach_error();
  if (f != add && f != sub) reach_error();
  return 0;
}
