// no-overflow: true
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 100 && ((x + 1) && 0)) return 1;
  return 0;
}
