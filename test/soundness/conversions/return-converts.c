// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned char low(int x) { return x; }
static _Bool truth(int x) { return x; }
static int whole(double d) { return d; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (low(x) != (x & 255)) reach_error();
  if (truth(x) != !!x) reach_error();
  if (whole(-2.75) != -2) reach_error();
  return 0;
}
