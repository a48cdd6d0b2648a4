// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void __VERIFIER_assume(int);

void assume_abort_if_not(int cond) {
  if (!cond) abort();
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  assume_abort_if_not(x > 0 && x < 1000);
  __VERIFIER_assume(y > 0 && y < 1000);
  if (x * y <= 0) reach_error();
  return 0;
}
