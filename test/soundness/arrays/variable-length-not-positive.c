// unreach-call: open
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n != -1) return 0;
  int a[n];
  reach_error();
  return sizeof a;
}
