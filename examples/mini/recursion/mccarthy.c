// McCarthy's function is 91 up to 101.
extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);

int mccarthy(int n) {
  if (n > 100) return n - 10;
  return mccarthy(mccarthy(n + 11));
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 97 || n > 101) return 0;
  if (mccarthy(n) != 91) reach_error();
  return 0;
}
