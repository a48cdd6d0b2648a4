// unreach-call: false; inputs: 2 2
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  int a[3] = {0, 0, 0};
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i > 2 || j > 2) return 0;
  a[i] = 1;
  a[j] = 2;
  if (a[i] == 2) reach_error();
  return 0;
}
