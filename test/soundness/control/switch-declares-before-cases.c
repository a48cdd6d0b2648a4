// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  switch (x & 1) {
      int y;
    case 0: y = 5; if (y != 5) reach_error(); break;
    case 1: y = 6; if (y != 6) reach_error();
  }
  return 0;
}
