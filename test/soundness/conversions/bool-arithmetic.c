// unreach-call: true, no-overflow: true
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
  _Bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();
  _Bool c = a + b;
  if (c != (a | b)) reach_error();
  c = a ^ b;
  if (c != (a != b)) reach_error();
  c = ~a;
  if (!c) reach_error();
  a += 5;
  if (a != 1) reach_error();
  return 0;
}
