// unreach-call: open
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), one = 1;
  if (n != -1) return 0;
  if (one << n == 0) reach_error();
  return 0;
}
