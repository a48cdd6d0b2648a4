// unreach-call: true, no-overflow: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == -2147483647 - 1) return 0;
  if (-7 / 2 != -3 || -7 % 2 != -1 || 7 % -2 != 1) reach_error();
  if (x / 2 * 2 + x % 2 != x) reach_error();
  if (x < 0 && x % 4 > 0) reach_error();
  return 0;
}
