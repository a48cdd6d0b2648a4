// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int m = ({ int t = x; t < 0 ? 0 : t; });
  if (m < 0) reach_error();
  return 0;
}
