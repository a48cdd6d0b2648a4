// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int n = 0;
  int r = a > 0 ? (n++, 1) : (n--, -1);
  if (r != n) reach_error();
  long w = a ? -1 : 1u;
  if (a && w != 4294967295L) reach_error();
  int *p = a ? &n : 0;
  if (p && *p != n) reach_error();
  int q = a ?: 5;
  if (q == 0) reach_error();
  return 0;
}
