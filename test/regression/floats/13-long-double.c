// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  long double x = __VERIFIER_nondet_int();
  x = x + 1.0L;
  x = x / 2.0L * 2.0L;
  long double y = x;
  if (y != x) reach_error();
  return 0;
}
