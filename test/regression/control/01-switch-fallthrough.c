// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), r = 0;
  switch (n) {
    case 1: r += 1;
    case 2: r += 2; break;
    default: r = 100;
    case 7: r += 7; break;
    case 10 ... 20: r = 50;
  }
  if (n == 1 && r != 3) reach_error();
  if (n == 2 && r != 2) reach_error();
  if (n == 7 && r != 7) reach_error();
  if (n == 20 && r != 50) reach_error();
  if (n == 21 && r != 107) reach_error();
  return 0;
}
