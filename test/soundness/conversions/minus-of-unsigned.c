// unreach-call: true, no-overflow: true
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (-x != ~x + 1) reach_error();
  if (x != 0 && -x + x != 0) reach_error();
  if (x > 0 && x - 1 > x) reach_error();
  return 0;
}
