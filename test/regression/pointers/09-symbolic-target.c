// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int a, b;
int main(void) {
  int *p = __VERIFIER_nondet_int() ? &a : &b;
  *p = 5;
  if (a + b != 5) reach_error();
  if (p == &a && b == 5) reach_error();
  if (p != &a && p != &b) reach_error();
  return 0;
}
