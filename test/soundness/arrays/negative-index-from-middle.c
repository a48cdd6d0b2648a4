// unreach-call: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[5] = {1, 2, 3, 4, 5}, *p = &a[2];
  int i = __VERIFIER_nondet_int();
  if (i < -2 || i > 2) return 0;
  if (p[i] != i + 3) reach_error();
  return 0;
}
