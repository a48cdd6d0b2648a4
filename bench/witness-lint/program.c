// The program of the generated witnesses.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 0;
  while (1) {
    x = __VERIFIER_nondet_int();
    if (x == 17) { reach_error(); }
  }
}
