// no-overflow: true
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 7) __asm__ volatile("" : : "r"(x + 1) : "memory");
  return 0;
}
