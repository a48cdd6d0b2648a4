// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), r = 0;
  if (a) if (b) r = 1; else r = 2;
  if (!a && r != 0) reach_error();
  if (a && !b && r != 2) reach_error();
  return 0;
}
