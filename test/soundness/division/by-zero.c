// unreach-call: open
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x != 0) return 0;
  if (5 / x == 0) reach_error();
  return 0;
}
