// no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned s = sizeof(char[(x + 1) & 3]) + 1;
  return 0;
}
