// unreach-call: open
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n != 32) return 0;
  if (1 << n == 1) reach_error();
  return 0;
}
