// unreach-call: true, no-overflow: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned one = 1;
  if (x < 0 && !(x > one)) reach_error();
  if (sizeof(int) < -1) return 0;
  reach_error();
}
