// FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned y = 1;
  if (x < 0 && x > y) reach_error();
  return 0;
}
