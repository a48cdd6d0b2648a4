// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), r = 0;
  switch (x) {
    case -5 ... -1: r = -1; break;
    case 'a' ... 'z': r = 1; break;
    case 2147483647: r = 2;
  }
  if (r == -1 && (x >= 0 || x < -5)) reach_error();
  if (r == 1 && (x < 97 || x > 122)) reach_error();
  if (r == 0 && x == 2147483647) reach_error();
  return 0;
}
