// unreach-call: open
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  int a[2] = {0, 0}, b = 0;
  unsigned i = __VERIFIER_nondet_uint();
  if (i != 2) return 0;
  if (a[i] == b) reach_error();
  return 0;
}
