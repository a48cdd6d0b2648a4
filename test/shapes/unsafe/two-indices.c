extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern int *__VERIFIER_nondet_pointer(void);
int a[64];
int main(void) {
  int *p = __VERIFIER_nondet_pointer();
  int *q = p;
  while (__VERIFIER_nondet_int()) {
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (i < 0 || i > 50 || j < 0 || j > 50) return 0;
    p = a + i;
    q = a + j;
  }
  if (p != q) reach_error();
  return 0;
}
