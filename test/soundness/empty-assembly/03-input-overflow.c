// no-overflow: false; inputs: 2147483647
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __asm__("" : : "r"(x + 1));
  return 0;
}
