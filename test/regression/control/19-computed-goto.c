// TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  void *t[] = {&&a, &&b};
  goto *t[__VERIFIER_nondet_int() & 1];
a:
  return 0;
b:
  if (0) reach_error();
  return 1;
}
