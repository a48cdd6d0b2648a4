// unreach-call: true
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  int a[2] = {1, 1}, b[2] = {1, 1};
  unsigned i = __VERIFIER_nondet_uint() & 1;
  a[i] = 7;
  if (b[0] != 1 || b[1] != 1) reach_error();
  if (a[1 - i] != 1) reach_error();
  return 0;
}
