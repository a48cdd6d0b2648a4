// unreach-call: open, no-overflow: false; inputs: -2147483648 -1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (y == 0) return 0;
  if (x / y == x && y == -1 && x < 0) reach_error();
  return 0;
}
