// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int next(void) {
  static int count = 10;
  return ++count;
}
int main(void) {
  next();
  if (__VERIFIER_nondet_int()) next();
  int c = next();
  if (c != 12 && c != 13) reach_error();
  return 0;
}
