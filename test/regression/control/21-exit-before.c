// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void exit(int);

void check(int x) {
  if (x) exit(1);
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  check(x);
  if (x) reach_error();
  return 0;
}
