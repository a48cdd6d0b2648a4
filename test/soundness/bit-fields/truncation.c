// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  struct { unsigned low : 3; int high : 5; } s;
  s.low = x;
  s.high = x;
  if (s.low != (x & 7)) reach_error();
  if (s.high > 15 || s.high < -16) reach_error();
  return 0;
}
