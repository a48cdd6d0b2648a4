// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), r = 0;
  switch (x) {
    case 1: r = 1; break;
    default: r += 10;
    case 2: r += 2; break;
    case 3: r = 3;
  }
  if (x == 1 && r != 1 || x == 2 && r != 2 || x == 3 && r != 3 || x == 9 && r != 12) reach_error();
  return 0;
}
