// no-overflow: true
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (0 && (x + 1)) return 1;
  if (1 || (x + 1)) return 0;
  return 0;
}
