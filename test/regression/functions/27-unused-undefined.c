// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int zero = 0;
  if (x != 0 && 10 / x > 10) reach_error();
  if (zero && 1 / zero) reach_error();
  return 0;
}
